import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { bridge, type LiveSandbox } from '@deskhand/sandbox'
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws'
import { repeat } from './bench.ts'
import { RfbClient } from './rfb-client.ts'

// Away from the pointer, so that only the page's answer changes it.
const LOOK = { x: 900, y: 700, width: 40, height: 40 }
const PAGE = `<body style="margin:0;height:100vh;background:#000"><script>
onmousedown = () => { document.body.style.background = document.body.style.background === 'rgb(0, 0, 0)' ? '#fff' : '#000' }
</script>`

/** Pointer message into a WebSocket that the bridge serves → framebuffer update with the page's change; ms each. */
export async function clickToPixel(sandbox: LiveSandbox): Promise<number[]> {
  await openPage(sandbox, `data:text/html,${encodeURIComponent(PAGE)}`)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', async (socket) => bridge(await sandbox.vnc('control'), socket))
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = createWebSocketStream(socket)
  await once(socket, 'open')
  const viewer = new RfbClient(stream, (bytes) => socket.send(bytes))
  try {
    await viewer.greet()
    viewer.pointer(300, 500, 0)
    viewer.request(LOOK.x, LOOK.y, LOOK.width, LOOK.height, false)
    let shown = await viewer.update()
    return await repeat(20, async () => {
      await wait(120)
      viewer.request(LOOK.x, LOOK.y, LOOK.width, LOOK.height, true)
      const began = performance.now()
      viewer.pointer(300, 500, 1)
      let next = await viewer.update()
      while (next.equals(shown)) {
        viewer.request(LOOK.x, LOOK.y, LOOK.width, LOOK.height, true)
        next = await viewer.update()
      }
      const ms = performance.now() - began
      shown = next
      viewer.pointer(300, 500, 0)
      return ms
    })
  } finally {
    socket.terminate()
    server.close()
  }
}

async function openPage(sandbox: LiveSandbox, url: string): Promise<void> {
  const { url: cdp, headers } = sandbox.browser.cdp()
  const made = await fetch(`${cdp}/json/new?${encodeURIComponent(url)}`, { method: 'PUT', headers })
  if (!made.ok) throw new Error(`Chrome did not open the page: ${made.status}.`)
  await wait(1000)
}
