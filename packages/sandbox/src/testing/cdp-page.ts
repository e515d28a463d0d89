import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Sandbox } from '../sandbox.ts'

/** Opens a page in the sandbox's Chrome and answers what an expression in it comes to. */
export async function evaluateOnPage(sandbox: Sandbox, url: string, expression: string): Promise<unknown> {
  const { url: cdp, headers } = sandbox.browser.cdp()
  const made = await fetch(`${cdp}/json/new?${url}`, { method: 'PUT', headers })
  const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string }
  const path = new URL(webSocketDebuggerUrl).pathname
  const socket = new WebSocket(`${cdp.replace('http', 'ws')}${path}`, { headers })
  await once(socket, 'open')
  try {
    await call(socket, 1, 'Page.enable', {})
    await loaded(socket)
    const answer = await call(socket, 3, 'Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    return (answer.result as { value: unknown }).value
  } finally {
    socket.terminate()
  }
}

async function loaded(socket: WebSocket): Promise<void> {
  for (;;) {
    const state = await call(socket, 2, 'Runtime.evaluate', {
      expression: 'location.href + document.readyState',
    })
    const value = String((state.result as { value: unknown }).value)
    if (value.startsWith('http') && value.endsWith('complete')) return
  }
}

function call(
  socket: WebSocket,
  id: number,
  method: string,
  params: object,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const listen = (data: Buffer) => {
      const message = JSON.parse(String(data)) as {
        id?: number
        result?: Record<string, unknown>
        error?: unknown
      }
      if (message.id !== id) return
      socket.off('message', listen)
      if (message.result) resolve(message.result)
      else reject(new Error(JSON.stringify(message.error)))
    }
    socket.on('message', listen)
    socket.send(JSON.stringify({ id, method, params }))
  })
}
