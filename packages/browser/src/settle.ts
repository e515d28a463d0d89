import { DialogInTheWay, Gone } from './refusal.ts'
import type { Tab } from './tab.ts'
import { pause, until } from './time.ts'
import type { World } from './world.ts'

const least = 100
const quiet = 150
const cap = 3000
const navigationCap = 10_000

export interface Settled {
  how: 'quiet' | 'cap' | 'dialog' | 'gone'
  navigated: boolean
  ms: number
}

/**
 * Waits until what an action set off is over: no caused request under way, no change of the page for 150 ms, both
 * without what was going on before. At most 3 s, 10 s while a new document is on its way.
 */
export async function settle(
  tab: Tab,
  world: World,
  navigating: () => boolean,
  signal: AbortSignal,
): Promise<Settled> {
  const start = performance.now()
  let navigated = navigating()
  const spent = () => performance.now() - start
  try {
    await pause(least, signal)
    for (;;) {
      navigated ||= navigating()
      if (tab.dialog) return { how: 'dialog', navigated, ms: spent() }
      const left = (navigated ? navigationCap : cap) - spent()
      if (left <= 0) return { how: 'cap', navigated, ms: spent() }
      if (navigated) await loaded(tab, Math.min(left, 5000))
      const network = await networkQuiet(tab, Math.max(1, left), signal)
      navigated ||= navigating()
      const dom = navigated ? await newPageQuiet(tab, left) : await domQuiet(world, left)
      if (network && dom && tab.requests.quietFor() >= quiet) return { how: 'quiet', navigated, ms: spent() }
      if (!network && spent() >= (navigated ? navigationCap : cap))
        return { how: 'cap', navigated, ms: spent() }
    }
  } catch (error) {
    if (error instanceof DialogInTheWay) return { how: 'dialog', navigated, ms: spent() }
    if (error instanceof Gone) return { how: 'gone', navigated, ms: spent() }
    throw error
  }
}

async function loaded(tab: Tab, ms: number): Promise<void> {
  await documentReady(tab, 'interactive', ms)
}

/**
 * Waits until the main document is that far. It is asked, not listened for: a page that comes back from Chrome's cache
 * sends no events.
 */
export async function documentReady(
  tab: Tab,
  wanted: 'interactive' | 'complete',
  ms: number,
): Promise<boolean> {
  const done = await until(async () => {
    const answer = await tab
      .ask(
        () => tab.cdp.send('Runtime.evaluate', { expression: 'document.readyState', returnByValue: true }),
        2000,
      )
      .catch((error: unknown) => {
        if (error instanceof DialogInTheWay || error instanceof Gone) throw error
        return undefined
      })
    const state = answer?.result.value
    return state === 'complete' || (wanted === 'interactive' && state === 'interactive') ? true : undefined
  }, ms)
  return done ?? false
}

async function networkQuiet(tab: Tab, ms: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + ms
  for (;;) {
    const since = tab.requests.quietFor()
    if (since >= quiet) return true
    if (performance.now() >= end) return false
    await pause(Math.min(since > 0 ? quiet - since + 1 : 25, Math.max(1, end - performance.now())), signal)
    if (tab.dialog) throw new DialogInTheWay(tab.dialog.text)
  }
}

async function domQuiet(world: World, ms: number): Promise<boolean> {
  return world.call('quiet', [quiet, ms], { ms: ms + 2000 })
}
async function newPageQuiet(tab: Tab, ms: number): Promise<boolean> {
  const [main] = await tab.frames()
  await main!.call('arm', [])
  return main!.call('quiet', [quiet, Math.min(ms, 1500)], { ms: ms + 2000 })
}
