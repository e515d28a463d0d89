import type { Extract, FrameItem } from './page/words.ts'
import { DialogInTheWay, Gone } from './refusal.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** One frame as it was read, with the place it has in the tab. */
export interface FrameView {
  world: World
  extract: Extract
  /** number of the frame element in the parent */
  holder: number
}
export interface Observation {
  frames: FrameView[]
  url: string
  title: string
  ready: string
  at: number
  /** frames that did not answer */
  dead: number
}

const frameTime = 3000

/**
 * Reads all frames of a tab. `whole`: also what lies outside of the screen; `bare`: only what the frames are, without
 * what is in them. Listeners are asked for unless told not to.
 */
export async function observe(
  tab: Tab,
  options: { whole?: boolean; bare?: boolean; listeners?: boolean | 'once' } = {},
): Promise<Observation> {
  const worlds = await tab.frames()
  const frames: FrameView[] = []
  let dead = 0
  for (const world of worlds) {
    const main = world === worlds[0]
    try {
      const spot = main ? { holder: 0, visible: true } : await place(world)
      if (!spot.visible && !options.whole) continue
      if (options.listeners !== false && !options.bare) await world.bridge(options.listeners === 'once')
      let extract = await world.call(
        'extract',
        [{ next: tab.next, whole: !!options.whole, bare: !!options.bare }],
        {
          ms: frameTime,
        },
      )
      if (extract.suspects && !options.bare && (await world.openClosedRoots()))
        extract = await world.call('extract', [{ next: extract.next, whole: !!options.whole }], {
          ms: frameTime,
        })
      tab.next = extract.next
      frames.push({ world, extract, holder: spot.holder })
    } catch (error) {
      if (main || error instanceof DialogInTheWay || (error instanceof Gone && error.what !== 'frame'))
        throw error
      dead++
    }
  }
  const first = frames[0]!.extract
  tab.seenTitle = first.title
  for (const frame of frames) remember(tab, frame)
  return { frames, url: first.url, title: first.title, ready: first.ready, at: performance.now(), dead }
}

/** Finds where a frame lies in the tab, through its element in the parent. */
export async function place(world: World): Promise<{ holder: number; visible: boolean }> {
  const parent = world.parent!
  const { backendNodeId } = await world.tab.ask(
    () => parent.session.send('DOM.getFrameOwner', { frameId: world.frameId }),
    frameTime,
  )
  world.holderNode = backendNodeId
  const spot = (await parent.callOn(backendNodeId, 'frameSpot')) as {
    box: { x: number; y: number; w: number; h: number }
    id: number
    shows: boolean
    scale: number
  }
  world.tab.next = Math.max(world.tab.next, spot.id + 1)
  world.offset = {
    x: parent.offset.x + spot.box.x * parent.offset.scale,
    y: parent.offset.y + spot.box.y * parent.offset.scale,
    scale: parent.offset.scale * spot.scale,
  }
  const view = world.tab.page.viewportSize()
  const inSight =
    spot.box.y + spot.box.h > 0 && spot.box.x + spot.box.w > 0 && (!view || spot.box.y < view.height)
  return { holder: spot.id, visible: spot.shows && spot.box.w >= 10 && spot.box.h >= 10 && inSight }
}

// Only what the model was shown may be used by its number; what it meant is kept with it.
function remember(tab: Tab, frame: FrameView): void {
  for (const item of frame.extract.items) {
    if (item.k === 'e') tab.shown.set(item.id, { world: frame.world, sig: item.sig, url: frame.extract.url })
    else if (item.k === 's' || item.k === 'f')
      tab.shown.set(item.id, {
        world: frame.world,
        sig: { kind: item.k === 's' ? 'scroller' : 'frame', name: '', row: '' },
        url: frame.extract.url,
      })
  }
  for (const { id } of frame.extract.blockers)
    tab.shown.set(id, {
      world: frame.world,
      sig: { kind: 'blocker', name: '', row: '' },
      url: frame.extract.url,
    })
}

/** The frames that hang in a frame, by the number of their element. */
export function childOf(observation: Observation, parent: FrameView, item: FrameItem): FrameView | undefined {
  return observation.frames.find((f) => f.world.parent === parent.world && f.holder === item.id)
}
