import type { Before, Deed } from './act.ts'
import type { Desk } from './desk.ts'
import { type Settled, settle } from './settle.ts'
import type { Tab } from './tab.ts'
import { pause } from './time.ts'
import type { World } from './world.ts'

const lateMs = 600

/**
 * Waits for the end of what a deed set off. When a handler heard it and nothing at all came of it, up to 0.6 s more:
 * timers can't be seen coming. The first sign of anything ends that wait.
 */
export async function settleAfter(
  desk: Desk,
  tab: Tab,
  deed: Deed,
  navigating: () => boolean,
  before: Before,
  signal: AbortSignal,
): Promise<Settled> {
  if (tab.closed) return { how: 'gone', navigated: false, ms: 0 }
  if (tab.dialog) return { how: 'dialog', navigated: false, ms: 0 }
  const world = deed.world ?? (await tab.frames().catch(() => []))[0]
  if (!world) return { how: tab.dialog ? 'dialog' : 'gone', navigated: navigating(), ms: 0 }
  const settled = await settle(tab, world, navigating, signal)
  await desk.settleTabs()
  if (!deed.listens || settled.navigated || settled.how !== 'quiet') return settled
  const sign = () =>
    tab.closed ||
    !!tab.dialog ||
    navigating() ||
    desk.opened.length > 0 ||
    desk.attaching ||
    desk.downloads.all.length > before.downloads ||
    tab.page.url() !== before.url ||
    tab.requests.caused().length > 0 ||
    desk.news.length > 0 ||
    !!desk.chooser
  if (sign() || !(await firstSign(world, sign, signal))) return settled
  const again = await settle(tab, world, navigating, signal)
  await desk.settleTabs()
  return again
}

/** True as soon as the page, its network or the browser shows anything; false when nothing does for 0.6 s. */
async function firstSign(world: World, sign: () => boolean, signal: AbortSignal): Promise<boolean> {
  const seen = await world.call('stirred', [0]).catch(() => true)
  if (seen) return false
  let over = false
  const inPage = world.call('stirred', [lateMs], { ms: lateMs + 2000 }).catch(() => false)
  const outside = (async () => {
    for (let spent = 0; spent < lateMs && !over; spent += 30) {
      if (sign()) return true
      await pause(30, signal)
    }
    return sign()
  })()
  try {
    return await Promise.race([
      inPage.then((came) => came || outside),
      outside.then((came) => came || inPage),
    ])
  } finally {
    over = true
  }
}
