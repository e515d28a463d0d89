import { freshList } from './locate.ts'
import { place } from './observe.ts'
import type { Aim, Box, NoAim } from './page/words.ts'
import type { Place } from './place.ts'
import { Refusal } from './refusal.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

export interface Target {
  /** in pixels of the tab's viewport */
  x: number
  y: number
  box: Box
  aim: Aim
}

/** A point of the viewport that really belongs to an element, with what is in the way said when there is none. */
export async function aimAt(tab: Tab, at: Place, options: { disabledToo?: boolean } = {}): Promise<Target> {
  const { world } = at
  let { id } = at
  const named = `[${id}]${at.name ? ` "${at.name.slice(0, 60)}"` : ''}`
  for (let attempt = 0; attempt < 2; attempt++) {
    const aim = await world.call('aim', [id, tab.next, !!options.disabledToo])
    if (!aim.ok) {
      // Drawn anew in the very moment between finding and aiming: found again once by what it is.
      const again = aim.why === 'gone' && attempt === 0 ? await twinOf(tab, at) : undefined
      if (again) {
        id = again
        continue
      }
      tab.next = Math.max(tab.next, aim.next)
      throw await refuse(tab, world, named, aim)
    }
    const moved = await placeChain(world)
    const scale = world.offset.scale
    const target = {
      x: world.offset.x + aim.x * scale,
      y: world.offset.y + aim.y * scale,
      box: {
        x: world.offset.x + aim.box.x * scale,
        y: world.offset.y + aim.box.y * scale,
        w: aim.box.w * scale,
        h: aim.box.h * scale,
      },
      aim,
    }
    const hidden = world.parent ? await behind(tab, world, target, named) : undefined
    if (!hidden) return target
    if (attempt === 1 || moved === undefined) throw hidden
    // A frame of another site does not scroll the page around it: that is done from outside.
    for (let w: World | undefined = world; w?.parent; w = w.parent) {
      const spot = (await w.parent.callOn(w.holderNode!, 'frameSpot')) as { id: number }
      await w.parent.call('scrollTo', [spot.id])
    }
  }
  throw new Refusal('E_NOT_VISIBLE', `${named} can't be brought into view.`)
}

async function twinOf(tab: Tab, { world, id }: Place): Promise<number | undefined> {
  const shown = tab.shown.get(id)
  const now = shown && (await world.call('resolve', [id, shown.sig, tab.next]))
  if (now?.state !== 'twin') return undefined
  tab.next = Math.max(tab.next, now.id + 1)
  tab.shown.set(now.id, shown!)
  return now.id
}

/** Measures where each frame around a world lies now. */
export async function placeChain(world: World): Promise<true | undefined> {
  if (!world.parent) return true
  await placeChain(world.parent)
  await place(world)
  return true
}

// The frame's own element must be what lies at the point in each frame around it.
async function behind(
  tab: Tab,
  world: World,
  target: { x: number; y: number },
  named: string,
): Promise<Refusal | undefined> {
  for (let w: World | undefined = world; w?.parent; w = w.parent) {
    const { offset } = w.parent
    const hit = (await w.parent.callOn(w.holderNode!, 'frameHit', [
      (target.x - offset.x) / offset.scale,
      (target.y - offset.y) / offset.scale,
    ])) as {
      ok: boolean
      blocker?: { id: number; what: string }
    }
    if (hit.ok) continue
    if (!hit.blocker) return new Refusal('E_NOT_VISIBLE', `${named} lies in a frame that is out of sight.`)
    const over = hit.blocker
    tab.next = Math.max(tab.next, over.id + 1)
    tab.shown.set(over.id, {
      world: w.parent,
      sig: { kind: 'blocker', name: '', row: '' },
      url: await w.parent.call('extractUrl', []),
    })
    return new Refusal(
      'E_COVERED',
      `${named} is covered by [${over.id}] ${over.what}, which lies over its frame. Close that first, then try again.\n${await freshList(tab)}`,
    )
  }
  return undefined
}

async function refuse(tab: Tab, world: World, named: string, no: NoAim): Promise<Refusal> {
  if (no.why === 'gone')
    return new Refusal(
      'E_STALE',
      `${named} is no longer on the page. Nothing was done.\n${await freshList(tab)}`,
    )
  if (no.why === 'disabled')
    return new Refusal(
      'E_DISABLED',
      `${named}: ${no.text}. Nothing was done; something else on the page may have to be done first.`,
    )
  if (no.why === 'hidden')
    return new Refusal(
      'E_NOT_VISIBLE',
      `${named}: ${no.text}. Nothing was done. It may appear after opening a menu, hovering (browser_drag without to) or scrolling.`,
    )
  const { blocker } = no
  if (!blocker) return new Refusal('E_COVERED', `${named}: ${no.text}. Nothing was done.`)
  const url = await world.call('extractUrl', [])
  tab.shown.set(blocker.id, { world, sig: { kind: 'blocker', name: '', row: '' }, url })
  const ways = blocker.ways.map((w) => `[${w.id}] "${w.name}"`)
  for (const way of blocker.ways) {
    const item = await world.call('describeId', [way.id])
    if (item) tab.shown.set(way.id, { world, sig: item.sig, url })
  }
  return new Refusal(
    'E_COVERED',
    `${named} is covered by [${blocker.id}] ${blocker.what}: nothing was done.${ways.length ? ` That one may be closed with ${ways.join(' or ')}.` : ''} Deal with what covers it first.\n${await freshList(tab)}`,
  )
}
