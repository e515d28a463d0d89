import type { Via } from './browser-session.ts'
import type { Found } from './page/words.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** An element that was found, and how. */
export interface Place {
  world: World
  id: number
  via: Via
  /** "re-rendered, matched by name" and the like */
  note?: string
  name: string
  kind: string
}
/** A spot that is no element: a canvas, a map. In pixels of the viewport. */
export interface Spot {
  x: number
  y: number
  via: 'vision' | 'point'
  note?: string
}
/** From here on the model may use it by its number. */
export function show(tab: Tab, world: World, found: Found): void {
  tab.shown.set(found.id, {
    world,
    sig: { kind: found.kind, name: found.name, row: found.row },
    url: found.url,
  })
}
