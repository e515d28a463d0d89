import type { Box, ElementItem, ListItem, PageCalls, Signature } from './words.ts'

/**
 * The one object that lives in a document's isolated world. Each file of this folder is a function that hangs its
 * part on it and uses the others' parts through it; that is why their text can be sent to a page as it is.
 */
export interface PageCode extends PageCalls {
  // tree
  roots: WeakMap<Element, ShadowRoot>
  rootOf(el: Element): ShadowRoot | null
  addRoot(root: ShadowRoot): void
  onRoot: ((root: ShadowRoot) => void) | undefined
  up(node: Node): Element | null
  down(el: Element | ShadowRoot): Iterable<Node>
  everything(visit: (el: Element) => boolean | undefined, from?: Element | ShadowRoot): void
  inside(el: Element, ancestor: Element): boolean
  boxOf(el: Element): Box
  viewport(): { width: number; height: number }
  shows(el: Element): boolean
  /** neither hidden nor see-through; what only passes its children on (slots) counts as drawn */
  visible(el: Element): boolean
  /** has a place on the page, whether or not it can be seen */
  placed(el: Element): boolean
  hitAt(x: number, y: number): Element | null
  hits(el: Element, x: number, y: number): boolean
  points(el: Element, many: boolean): { x: number; y: number }[]
  what(el: Element): string
  suspects(): Element[]
  suspect(el: Element): void
  suspected(): number
  closest(el: Element, selector: string): Element | null
  /** text as it is drawn, line ends included */
  drawn(el: Element): string
  // words
  clean(text: string): string
  cut(text: string, max: number): string
  squash(text: string): string
  hiddenText(el: Element): boolean
  nameOf(el: Element): string
  textOf(el: Element, max: number): string
  hints(el: Element): string
  colourName(css: string): string
  rowOf(el: Element): string
  nearText(el: Element): string
  signature(el: Element): Signature
  // kinds
  listening: WeakSet<Element>
  hearsClicks(el: Element): boolean
  strength(el: Element): 0 | 1 | 2
  kindOf(el: Element): string
  isSecret(el: Element): boolean
  isDisabled(el: Element): boolean
  isEditable(el: Element): boolean
  labelOf(el: Element): HTMLLabelElement | null
  controlOf(el: Element): Element | null
  states(el: Element): Record<string, string | true>
  deepFocus(): Element | null
  // identity
  next: number
  idOf(el: Element): number
  known(el: Element): number
  byId(id: number): Element | null
  sameName(before: string, now: string, inRow: boolean): boolean
  // walking and acting
  describe(el: Element, depth: number): ElementItem
  tidy(items: ListItem[]): ListItem[]
  overlay(hit: Element, under: Element): Element
  /** the text of a grid of days; null when it is none */
  calendarOf(el: Element): string | null
  captionOf(el: Element): string
  frameSpot(el: Element): { box: Box; id: number; shows: boolean; scale: number }
  frameHit(el: Element, x: number, y: number): { ok: boolean; blocker?: { id: number; what: string } }
  scrollerOf(id: number): number
  scrollFar(id: number, up: boolean): void
  scrollBy(id: number, x: number, y: number): void
  // fields
  readField(el: Element): string
  fileInput(id: number): Element | null
  inputInfo(el: Element): { multiple: boolean; accept: string }
  filesDropped(el: Element): { name: string; size: number }[]
  idFor(el: Element, next: number): number
  submitOf(id: number): number
  scrollPage(id: number): void
  calendars(
    day: number,
    next: number,
  ): {
    months: { year: number; month: number; cell: number; disabled: boolean }[]
    back: number
    forth: number
    next: number
  }
  // changes, text
  source(): string
  watch(): void
  held: string
}
