import type { PageCode } from './page-code.ts'
import type { ElementItem, ListItem } from './words.ts'

/** How elements are told: one item each, kept apart from others of its name, and texts put together again. */
export function told(page: PageCode): void {
  const listed = new WeakSet<Element>()

  page.describe = (el, d) => {
    const id = page.idOf(el)
    const named = page.nameOf(el)
    const fresh = !listed.has(el)
    listed.add(el)
    const attrs = page.states(el)
    if (!named) {
      const hint = page.hints(el)
      if (hint) attrs.hint = hint
    }
    return {
      k: 'e',
      d,
      id,
      kind: page.kindOf(el),
      name: named,
      attrs,
      box: page.boxOf(el),
      sig: page.signature(el),
      fresh,
    }
  }
  page.describeId = (id) => {
    const el = page.byId(id)
    return el ? page.describe(el, 0) : null
  }

  // The outermost positioned thing that lies over an element without holding it.
  page.overlay = (hit, under) => {
    let best = hit
    let at: Element | null = hit
    while (at && !page.inside(under, at)) {
      const position = getComputedStyle(at).position
      if (position === 'fixed' || position === 'absolute' || position === 'sticky' || at.tagName === 'DIALOG')
        best = at
      at = page.up(at)
    }
    return best
  }
  // Of several things with one name the words beside each tell which it is.
  function nameApart(items: ListItem[]): void {
    const count = new Map<string, number>()
    const key = (item: ElementItem): string => `${item.sig.kind} ${item.sig.name}`
    const elements = items.filter((i): i is ElementItem => i.k === 'e')
    for (const item of elements) count.set(key(item), (count.get(key(item)) ?? 0) + 1)
    for (const item of elements) {
      if (item.sig.row || count.get(key(item)) === 1) continue
      const el = page.byId(item.id)
      if (el) item.sig.row = page.nearText(el)
    }
  }
  // Words of one line that markup had cut into pieces are one line again; what repeats a name above is left out.
  function merge(items: ListItem[]): ListItem[] {
    const out: ListItem[] = []
    for (const item of items) {
      const last = out[out.length - 1]
      if (
        item.k === 't' &&
        last?.k === 't' &&
        last.d === item.d &&
        last.row === item.row &&
        last.cell === item.cell &&
        last.group === item.group &&
        last.b === item.b &&
        last.text.length + item.text.length < 300
      ) {
        last.text = `${last.text} ${item.text}`
        continue
      }
      out.push(item)
    }
    return out
  }

  page.tidy = (items) => {
    nameApart(items)
    return merge(items)
  }
}
