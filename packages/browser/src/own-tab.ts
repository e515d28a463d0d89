import { evaluateIn, wrap } from './actions/script.ts'
import type { Desk } from './desk.ts'
import { documentReady } from './settle.ts'
import type { Tab } from './tab.ts'

/** Opens an address beside the current tab, reads it by code, and closes it again. Answers what the code returned. */
export async function readInOwnTab(
  desk: Desk,
  url: string,
  code: string,
  signal: AbortSignal,
): Promise<unknown> {
  await desk.ready(signal)
  const stay = desk.current
  const tab = await desk.during(() => desk.newTab())
  if (stay) await desk.switchTo(stay)
  const onAbort = () => tab.interrupt(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await tab.ask(() => tab.page.goto(url, { waitUntil: 'domcontentloaded', timeout: 12_000 }), 13_000)
    await documentReady(tab, 'complete', 2000)
    return JSON.parse(await evaluateIn(tab, wrap(code)))
  } finally {
    signal.removeEventListener('abort', onAbort)
    await tab.page.close().catch(() => undefined)
    desk.closedTabs = desk.closedTabs.filter((t) => t.id !== tab.id)
    desk.opened = desk.opened.filter((t: Tab) => t !== tab)
  }
}
