// What the page code answers: plain data, shared with the side that prints it. No DOM types here.

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** What an element was when it was shown: looked at again before anything is done to it. */
export interface Signature {
  kind: string
  name: string
  /** words of the row or group it stands in */
  row: string
}

export interface ElementItem {
  k: 'e'
  d: number
  id: number
  /** `button`, `input type=date`, `li role=option` */
  kind: string
  name: string
  attrs: Record<string, string | true>
  box: Box
  sig: Signature
  /** never listed before in this document */
  fresh: boolean
  /** items of one table row, and the cell of it */
  row?: number
  cell?: number
  /** days of one calendar */
  group?: number
  /** inside a dialog, a form or an overlay: kept first when the list is too long */
  first?: true
}
export interface TextItem {
  k: 't'
  d: number
  text: string
  row?: number
  cell?: number
  group?: number
  /** texts of one block are one line */
  b?: number
}
/** A scroller with more in it than shows. */
export interface ScrollItem {
  k: 's'
  d: number
  id: number
  label: string
  above: number
  below: number
}
export interface FrameItem {
  k: 'f'
  d: number
  id: number
  name: string
  box: Box
}
export interface GroupItem {
  k: 'g'
  d: number
  group: number
  text: string
}
export type ListItem = ElementItem | TextItem | ScrollItem | FrameItem | GroupItem

export interface Extract {
  items: ListItem[]
  next: number
  above: number
  below: number
  /** inside scrollers, out of sight */
  clipped: number
  covered: number
  blockers: { id: number; what: string; count: number }[]
  url: string
  title: string
  ready: string
  /** in screens */
  scrollAbove: number
  scrollBelow: number
  width: number
  height: number
  /** the id of what has focus */
  focus: number
  suspects: number
  textLength: number
  contentType: string
}

export interface Aim {
  ok: true
  x: number
  y: number
  box: Box
  /** something listens to clicks here or above */
  listens: boolean
  kind: string
  name: string
}
export interface NoAim {
  ok: false
  why: 'gone' | 'hidden' | 'disabled' | 'covered'
  text: string
  blocker?: { id: number; what: string; ways: { id: number; name: string }[] }
  next: number
}

export interface Resolved {
  state: 'same' | 'changed' | 'gone' | 'twin'
  id: number
  now?: Signature
  twins?: number
}

export interface Found {
  id: number
  kind: string
  name: string
  row: string
  /** interactive itself */
  live: boolean
  /** of its document */
  url: string
}

export interface FieldInfo {
  /** how it is filled */
  way: 'text' | 'native' | 'check' | 'radio' | 'select' | 'rich' | 'file' | 'combo' | 'none'
  type: string
  value: string
  secret: boolean
  disabled: boolean
  readonly: boolean
  checked?: boolean
  multiple?: boolean
  autocomplete: boolean
  maxLength?: number
  invalid?: string
  kind: string
  name: string
}

export interface OptionInfo {
  index: number
  label: string
  value: string
  group?: string
  disabled: boolean
  selected: boolean
}

export interface Happened {
  /** ms from arming to the last change that counts; -1: none */
  last: number
  toasts: string[]
  added: string[]
  removed: number
  mutations: number
}

export interface ScrollState {
  top: number
  height: number
  size: number
  left: number
  width: number
  x: number
  y: number
}

/** What the outside may call by name: plain data in, plain data out. Numbers called `next` keep ids unique in a tab. */
export interface PageCalls {
  listenFor(eventName: string): void
  extract(options: { next: number; whole: boolean; bare?: boolean }): Extract
  extractUrl(): string
  /** elements in the document, shadow roots not counted */
  weight(): number
  describeId(id: number): ElementItem | null
  resolve(id: number, sig: Signature, next: number): Resolved
  /** Whether a point still belongs to an element now that the mouse is over it; waits up to 400 ms for it. */
  underMouse(id: number, x: number, y: number): Promise<boolean>
  aim(id: number, next: number, force: boolean): Promise<Aim | NoAim>
  scrollTo(id: number): void
  scrollState(id: number): ScrollState
  at(x: number, y: number, next: number): { id: number; item: ElementItem; next: number } | null
  find(
    text: string,
    prefer: 'click' | 'field' | 'any',
    role: string,
    next: number,
  ): { found: Found[]; next: number; rank: number }
  css(selector: string, next: number): { found: Found[]; next: number; error?: string; total: number }
  scrollToText(text: string): { found: boolean; top?: number }
  hasText(text: string): boolean
  sample(): string[]
  fieldInfo(id: number): FieldInfo | null
  focused(next: number): number
  setNative(id: number, value: string): { ok: boolean; value: string; error?: string }
  selectAll(id: number): void
  options(id: number): OptionInfo[]
  choose(
    id: number,
    wanted: string[],
  ): { ok: boolean; chosen: string[]; missing?: string; near?: string[]; kind?: string }
  fileOf(
    id: number,
  ): { multiple: boolean; accept: string; folder: boolean; files: { name: string; size: number }[] } | null
  secretsOnPage(): boolean
  secretValues(): string[]
  optionList(
    next: number,
    near: number,
  ): { items: ElementItem[]; next: number; scroller: number; more: boolean }
  formOf(id: number): { secret: boolean; submit: string } | null
  arm(): number
  /** `over`: the action has ended, what changes from here on does so by itself */
  happened(over?: boolean): Happened
  quiet(ms: number, cap: number): Promise<boolean>
  /** Whether anything came of the action: a change, an input, a field that got the focus; waits up to `ms` for it. */
  stirred(ms: number): Promise<boolean>
  markdown(options: { scope: 'page' | 'main' | number; links: boolean }): string
  hold(scope: 'page' | 'main'): number
  piece(from: number, to: number): string
  passages(query: string, max: number): { text: string; hits: number; blocks: number }
}
