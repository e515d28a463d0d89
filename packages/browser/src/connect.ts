import { type Browser, chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import type { BrowserHome } from './browser-session.ts'
import { pause, within } from './time.ts'

interface Target {
  id: string
  type: string
  url: string
  title: string
}

/**
 * Connects to the sandbox's Chrome over CDP. Tabs that a dialog or a loop has frozen would hang the connection for
 * ever, so each is asked first, freed by Escape, or closed; `notes` says which.
 */
export async function connect(
  home: BrowserHome,
  signal: AbortSignal,
): Promise<{ browser: Browser; notes: string[] }> {
  let failure: unknown
  for (let attempt = 0; attempt < 6; attempt++) {
    signal.throwIfAborted()
    if (attempt) await pause(Math.min(200 * 2 ** attempt, 3000), signal)
    try {
      const notes = await freeFrozenTabs(home, signal)
      const { url, headers } = home.cdp()
      const browser = await chromium.connectOverCDP(url, { noDefaults: true, headers, timeout: 8000 })
      return { browser, notes }
    } catch (error) {
      failure = error
    }
  }
  signal.throwIfAborted()
  const reason = failure instanceof Error ? failure.message.split('\n')[0]! : String(failure)
  throw new Error(`Chrome in the sandbox does not answer (${reason})`, { cause: failure })
}

async function freeFrozenTabs(home: BrowserHome, signal: AbortSignal): Promise<string[]> {
  const notes: string[] = []
  const { url, headers } = home.cdp()
  const ask = (path: string, method = 'GET') =>
    within(5000, signal, (limit) => fetch(new URL(path, url), { headers, method, signal: limit }))
  const listed = (await (await ask('/json/list')).json()) as Target[]
  const pages = listed.filter((t) => t.type === 'page')
  // A busy machine answers late: only a tab that keeps silent twice is taken for frozen.
  const checked = await Promise.all(
    pages.map(async (t) => ({
      t,
      alive: (await answers(home, t.id, 800)) || (await answers(home, t.id, 1500)),
    })),
  )
  for (const { t } of checked.filter((c) => !c.alive)) {
    const name = t.title || t.url
    let freed = false
    for (let i = 0; i < 3 && !freed; i++) {
      await home.pressKey('Escape', signal).catch(() => undefined)
      freed = await answers(home, t.id)
    }
    if (freed) notes.push(`The tab "${name}" was held by a dialog; the dialog was dismissed with Escape.`)
    else {
      await ask(`/json/close/${t.id}`, 'PUT').catch(() => undefined)
      notes.push(
        `The tab "${name}" was frozen (a dialog or a loop of its own) and was closed. It was at ${t.url}`,
      )
      await waitUntilClosed(ask, t.id)
    }
  }
  return notes
}

async function waitUntilClosed(ask: (path: string) => Promise<Response>, id: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const left = (await (await ask('/json/list')).json()) as Target[]
    if (!left.some((t) => t.id === id)) return
    await pause(50)
  }
}

function answers(home: BrowserHome, targetId: string, ms = 800): Promise<boolean> {
  const { url, headers } = home.cdp()
  const address = new URL(`/devtools/page/${targetId}`, url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new Promise((done) => {
    const socket = new WebSocket(address, { headers, perMessageDeflate: false })
    const end = (alive: boolean) => {
      clearTimeout(timer)
      socket.terminate()
      done(alive)
    }
    const timer = setTimeout(() => end(false), ms)
    socket.on('open', () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: '1' } })),
    )
    socket.on('message', (data) => {
      if (String(data).includes('"id":1')) end(true)
    })
    socket.on('error', () => end(false))
  })
}
