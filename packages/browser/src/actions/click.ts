import { act, type Deed } from '../act.ts'
import { aimAt } from '../aim-at.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { locate } from '../locate.ts'
import { clickAt, hoverAt, modifiers } from '../mouse.ts'
import type { Place, Spot } from '../place.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { elementAt } from '../vision.ts'

export interface ClickArgs {
  target?: string
  x?: number
  y?: number
  button?: 'left' | 'right' | 'middle'
  count?: number
  modifiers?: string[]
}

/** Clicks an element or a point, with what it changed. */
export async function click(
  desk: Desk,
  tab: Tab,
  args: ClickArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  const at =
    args.target !== undefined
      ? await locate(desk, tab, args.target, 'click', signal)
      : await pointed(desk, tab, args)
  const keys = modifiers(args.modifiers)
  const count = Math.min(3, Math.max(1, Math.round(args.count ?? 1)))
  if ('id' in at) {
    const field = await at.world.call('fieldInfo', [at.id])
    if (field?.way === 'select' && (args.button ?? 'left') === 'left')
      return openSelect(desk, tab, at, signal)
  }
  return act(desk, tab, signal, () => press(tab, at, { button: args.button, count, keys }))
}

async function press(
  tab: Tab,
  at: Place | Spot,
  options: { button?: 'left' | 'right' | 'middle'; count: number; keys: string[] },
): Promise<Deed> {
  const how = `${options.count === 2 ? 'double-' : options.count === 3 ? 'triple-' : ''}${options.button === 'right' ? 'right-' : options.button === 'middle' ? 'middle-' : ''}clicked`
  const keys = options.keys.length ? ` with ${options.keys.join('+')}` : ''
  if (!('id' in at)) {
    const deed: Deed = {
      what: `${how} at ${Math.round(at.x)},${Math.round(at.y)}${keys}`,
      via: at.via,
      point: at,
      listens: true,
      say: at.note ? [at.note] : undefined,
    }
    return through(deed, () => clickAt(tab, at.x, at.y, options))
  }
  const target = await aimAt(tab, at)
  const deed: Deed = {
    what: `${how} [${at.id}]${at.name ? ` "${at.name.slice(0, 60)}"` : ` <${at.kind}>`}${keys}`,
    via: at.via,
    point: { x: target.x, y: target.y },
    listens: target.aim.listens,
    world: at.world,
    say: at.note ? [at.note] : undefined,
  }
  return through(deed, async () => {
    await hoverAt(tab, target.x, target.y)
    await at.world
      .call('underMouse', [at.id, target.aim.x, target.aim.y], { ms: 2000 })
      .catch((error: Error) => {
        if (error.name === 'DialogInTheWay' || error.name === 'Gone') throw error
      })
    await clickAt(tab, target.x, target.y, options)
  })
}

/** A dialog or the tab's own end in the middle of an input does not lose what was done. */
export async function through(deed: Deed, work: () => Promise<void>): Promise<Deed> {
  try {
    await work()
  } catch (error) {
    const name = (error as Error).name
    if (name !== 'DialogInTheWay' && name !== 'Gone') throw error
  }
  return deed
}

/** x and y are pixels of the picture last shown; what has moved since then is not clicked. */
async function pointed(desk: Desk, tab: Tab, args: ClickArgs): Promise<Place | Spot> {
  const { x, y } = args
  if (x === undefined || y === undefined)
    throw new Refusal('E_ARGUMENT', 'Give a target, or x and y of the last picture.')
  const point = await fromPicture(desk, tab, x, y)
  const found = await elementAt(tab, point.x, point.y, 'point')
  if (!('id' in found)) return found
  return { ...point, via: 'point', note: `at this point: [${found.id}]<${found.kind}>${found.name}` }
}

export async function fromPicture(
  desk: Desk,
  tab: Tab,
  x: number,
  y: number,
): Promise<{ x: number; y: number }> {
  const { picture } = desk
  if (!picture || picture.tab !== tab)
    throw new Refusal(
      'E_COORD',
      'No picture of this tab has been shown yet: x and y are pixels of one. Use browser_view screenshot first, or a target.',
    )
  if (!(x >= 0 && y >= 0 && x <= picture.width && y <= picture.height))
    throw new Refusal(
      'E_COORD',
      `The point ${x},${y} is outside of the last picture, which has ${picture.width} x ${picture.height} pixels.`,
    )
  const { cssLayoutViewport: now } = await tab.ask(() => tab.cdp.send('Page.getLayoutMetrics'))
  if (
    Math.abs(now.pageX - picture.scrollX) > 2 ||
    Math.abs(now.pageY - picture.scrollY) > 2 ||
    tab.page.url().split('#')[0] !== picture.url.split('#')[0]
  )
    throw new Refusal(
      'E_COORD',
      'The page has scrolled or changed since the last picture, so its pixels no longer fit. Take a new one with browser_view screenshot.',
    )
  return { x: x / picture.scale, y: y / picture.scale }
}

// The list of a native select is drawn by the system, not by the page: it is told instead of opened.
async function openSelect(desk: Desk, tab: Tab, at: Place, signal: AbortSignal): Promise<BrowserResult> {
  const options = await at.world.call('options', [at.id])
  const list = options
    .slice(0, 50)
    .map(
      (o) =>
        `${o.selected ? '● ' : '○ '}${o.group ? `${o.group} / ` : ''}${o.label}${o.value !== o.label ? ` (value ${o.value})` : ''}${o.disabled ? ' disabled' : ''}`,
    )
  const more = options.length > 50 ? `\n… ${options.length - 50} more options` : ''
  return act(desk, tab, signal, async () => {
    await aimAt(tab, at)
    await at.world.evaluate(`deskhand.byId(${at.id}).focus()`)
    return {
      what: `[${at.id}] "${at.name}" is a select: choose with browser_fill, value = the option's label. Its options:\n${list.join('\n')}${more}`,
      via: at.via,
      world: at.world,
      proven: true,
    }
  })
}
