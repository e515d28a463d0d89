import { act } from '../act.ts'
import { aimAt } from '../aim-at.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { locate } from '../locate.ts'
import type { Place, Spot } from '../place.ts'
import type { Tab } from '../tab.ts'
import { pause } from '../time.ts'
import { through } from './click.ts'

/** Hovers over an element, or drags it onto another, or by an offset ("+120,0"). */
export async function drag(
  desk: Desk,
  tab: Tab,
  args: { target: string; to?: string },
  signal: AbortSignal,
): Promise<BrowserResult> {
  const from = await locate(desk, tab, args.target, 'any', signal)
  if (args.to === undefined || !args.to.trim()) return hover(desk, tab, from, signal)
  const offset = args.to.trim().match(/^([+-]\d+)\s*(?:px)?\s*,\s*([+-]?\d+)\s*(?:px)?$/)
  const to = offset ? undefined : await locate(desk, tab, args.to, 'any', signal)
  return act(desk, tab, signal, async () => {
    const start = await spotOf(tab, from)
    // The way there may have scrolled what was measured first.
    const end = offset
      ? { x: start.x + Number(offset[1]), y: start.y + Number(offset[2]), label: args.to! }
      : await spotOf(tab, to!)
    const again = offset ? start : await spotOf(tab, from).catch(() => start)
    const deed = {
      what: `dragged ${start.label} to ${end.label}`,
      via: from.via,
      point: { x: again.x, y: again.y },
      world: 'world' in from ? from.world : undefined,
      listens: true,
    }
    return through(deed, () => pull(tab, again, end))
  })
}

async function spotOf(tab: Tab, at: Place | Spot): Promise<{ x: number; y: number; label: string }> {
  if (!('id' in at)) return { x: at.x, y: at.y, label: `the point ${Math.round(at.x)},${Math.round(at.y)}` }
  const target = await aimAt(tab, at, { disabledToo: true })
  return { x: target.x, y: target.y, label: `[${at.id}]${at.name ? ` "${at.name.slice(0, 40)}"` : ''}` }
}

async function pull(tab: Tab, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = tab.page
  await tab.ask(() => mouse.move(from.x, from.y))
  await tab.ask(() => mouse.down())
  try {
    // A first short move starts the drag of those that wait for one; the rest is seen as a movement.
    await tab.ask(() =>
      mouse.move(from.x + Math.sign(to.x - from.x || 1) * 4, from.y + Math.sign(to.y - from.y) * 4, {
        steps: 2,
      }),
    )
    await pause(30)
    await tab.ask(() => mouse.move(to.x, to.y, { steps: 12 }), 15_000)
    await pause(30)
    await tab.ask(() => mouse.move(to.x, to.y))
  } finally {
    await tab.ask(() => mouse.up())
  }
}

async function hover(desk: Desk, tab: Tab, at: Place | Spot, signal: AbortSignal): Promise<BrowserResult> {
  return act(desk, tab, signal, async () => {
    const spot = await spotOf(tab, at)
    const deed = {
      what: `hovered over ${spot.label}`,
      via: at.via,
      point: { x: spot.x, y: spot.y },
      world: 'world' in at ? at.world : undefined,
    }
    return through(deed, async () => {
      await tab.ask(() => tab.page.mouse.move(spot.x - 3, spot.y - 1))
      await tab.ask(() => tab.page.mouse.move(spot.x, spot.y, { steps: 3 }))
    })
  })
}
