import { act } from '../act.ts'
import { placeChain } from '../aim-at.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { locate } from '../locate.ts'
import type { ScrollState } from '../page/words.ts'
import type { Place } from '../place.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { until } from '../time.ts'
import type { World } from '../world.ts'

export interface ScrollArgs {
  direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom'
  pages?: number
  target?: string
  until?: string
}
const mostSteps = 40

/** Scrolls with the wheel, as a person does: the page, or one scroller; or until a text is in view. */
export async function scroll(
  desk: Desk,
  tab: Tab,
  args: ScrollArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  let at: Place | undefined
  if (args.target !== undefined) {
    const found = await locate(desk, tab, args.target, 'any', signal)
    if (!('id' in found))
      throw new Refusal(
        'E_TARGET',
        'Scrolling needs an element; give the number of a scroller from the list.',
      )
    at = found
  }
  const world = at?.world ?? (await tab.frames())[0]!
  const scroller = at ? await scrollerOf(world, at.id) : 0
  if (at && !scroller && !args.until) {
    // Not a scroller itself: it is brought into view instead.
    return act(desk, tab, signal, async () => {
      await world.call('scrollTo', [at.id])
      return { what: `scrolled [${at.id}] into view`, via: at.via, world }
    })
  }
  return act(desk, tab, signal, async () => {
    if (args.until !== undefined) return scrollUntil(tab, world, scroller, args, signal)
    const { from, to, moved } = await step(tab, world, scroller, args.direction ?? 'down', args.pages ?? 1)
    const grew =
      to.height > from.height + 2 ? `, ${Math.round(to.height - from.height)} px of content were added` : ''
    const end = atEnd(to, args.direction ?? 'down') ? '; this is the end' : ''
    return {
      what: moved
        ? `scrolled ${args.direction ?? 'down'}: ${Math.round(from.top)} → ${Math.round(to.top)} px of ${Math.round(to.height)}${grew}${end}`
        : `did not move: it is already at the ${args.direction === 'up' || args.direction === 'top' ? 'top' : 'end'}`,
      code: moved ? undefined : 'E_SCROLL_END',
      via: at?.via,
      world,
      proven: true,
    }
  })
}

async function scrollerOf(world: World, id: number): Promise<number> {
  return (await world.evaluate(`deskhand.scrollerOf(${id})`)) as number
}
function atEnd(s: ScrollState, direction: string): boolean {
  if (direction === 'up' || direction === 'top') return s.top <= 1
  if (direction === 'left') return s.left <= 1
  if (direction === 'right') return false
  return s.top + s.size >= s.height - 2
}

async function step(
  tab: Tab,
  world: World,
  scroller: number,
  direction: string,
  pages: number,
): Promise<{ from: ScrollState; to: ScrollState; moved: boolean }> {
  const from = await world.call('scrollState', [scroller])
  if (direction === 'top' || direction === 'bottom') {
    await world.evaluate(`deskhand.scrollFar(${scroller}, ${direction === 'top'})`)
  } else {
    const distance = Math.max(40, from.size * 0.9) * Math.min(20, Math.max(0.1, pages))
    const [dx, dy] =
      direction === 'up'
        ? [0, -distance]
        : direction === 'left'
          ? [-distance, 0]
          : direction === 'right'
            ? [distance, 0]
            : [0, distance]
    await placeChain(world)
    const { offset } = world
    await tab.ask(() =>
      tab.page.mouse.move(offset.x + from.x * offset.scale, offset.y + from.y * offset.scale),
    )
    await tab.ask(() => tab.page.mouse.wheel(dx, dy))
  }
  let last = from
  await until(
    async () => {
      const now = await world.call('scrollState', [scroller])
      const still =
        Math.abs(now.top - last.top) < 0.5 &&
        Math.abs(now.left - last.left) < 0.5 &&
        (now.top !== from.top || now.left !== from.left)
      last = now
      return still ? true : undefined
    },
    atEnd(from, direction) ? 250 : 700,
    50,
  )
  const moved = Math.abs(last.top - from.top) > 0.5 || Math.abs(last.left - from.left) > 0.5
  if (moved || direction === 'top' || direction === 'bottom') return { from, to: last, moved }
  // A page that eats the wheel is still scrolled.
  const distance = Math.max(40, from.size * 0.9) * Math.max(0.1, pages)
  await world.evaluate(
    `deskhand.scrollBy(${scroller}, ${direction === 'left' ? -distance : direction === 'right' ? distance : 0}, ${direction === 'up' ? -distance : direction === 'down' ? distance : 0})`,
  )
  const to = await world.call('scrollState', [scroller])
  return { from, to, moved: Math.abs(to.top - from.top) > 0.5 || Math.abs(to.left - from.left) > 0.5 }
}

async function scrollUntil(tab: Tab, world: World, scroller: number, args: ScrollArgs, signal: AbortSignal) {
  const wanted = args.until!
  const direction = args.direction ?? 'down'
  let stuck = 0
  for (let n = 0; n < mostSteps; n++) {
    signal.throwIfAborted()
    for (const w of await tab.frames()) {
      const hit = await w.call('scrollToText', [wanted]).catch(() => ({ found: false }))
      if (hit.found)
        return { what: `"${wanted}" is in view${n ? ` after ${n} screens` : ''}`, world: w, proven: true }
    }
    const before = await world.call('scrollState', [scroller])
    const { moved } = await step(tab, world, scroller, direction, 1)
    // More may be on its way when the end is reached.
    const grew = await until(
      async () => {
        const now = await world.call('scrollState', [scroller])
        return now.height > before.height + 2 ? true : undefined
      },
      moved ? 120 : 1200,
      60,
      signal,
    )
    stuck = moved || grew ? 0 : stuck + 1
    if (stuck >= 2)
      return {
        what: `"${wanted}" is not there: the end was reached after ${n + 1} screens`,
        code: 'E_SCROLL_END',
        outcome: 'failed' as const,
        world,
        proven: true,
      }
  }
  return {
    what: `"${wanted}" did not come into view within ${mostSteps} screens`,
    code: 'E_SCROLL_END',
    outcome: 'failed' as const,
    world,
    proven: true,
  }
}
