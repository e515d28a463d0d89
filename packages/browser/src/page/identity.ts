import type { PageCode } from './page-code.ts'
import type { Signature } from './words.ts'

/** Numbers belong to nodes; what a node means is looked at again before it is used. */
export function identity(page: PageCode): void {
  const ids = new WeakMap<Element, number>()
  const nodes = new Map<number, WeakRef<Element>>()

  page.next = 1
  page.known = (el) => ids.get(el) ?? 0
  page.idOf = (el) => {
    const had = ids.get(el)
    if (had) return had
    const id = page.next++
    ids.set(el, id)
    nodes.set(id, new WeakRef(el))
    return id
  }
  page.idFor = (el, next) => {
    page.next = Math.max(page.next, next)
    return page.idOf(el)
  }
  page.focused = (next) => {
    page.next = Math.max(page.next, next)
    const el = page.deepFocus()
    return el ? page.idOf(el) : 0
  }
  page.byId = (id) => {
    const el = nodes.get(id)?.deref()
    return el?.isConnected ? el : null
  }

  const distance = (a: string, b: string): number => {
    const x = a.slice(0, 80)
    const y = b.slice(0, 80)
    let row = Array.from({ length: y.length + 1 }, (_, i) => i)
    for (let i = 1; i <= x.length; i++) {
      const next = [i]
      for (let j = 1; j <= y.length; j++) {
        next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1))
      }
      row = next
    }
    return row[y.length]!
  }
  // In a list, "Row 12" and "Row 57" are different rows; outside of one, "Cart (1)" and "Cart (2)" are the same cart.
  page.sameName = (before, now, inRow) => {
    const a = page.squash(before)
    const b = page.squash(now)
    if (a === b) return true
    if (!a || !b) return false
    const [wordsA, wordsB] = [a.replace(/\d+/g, '#'), b.replace(/\d+/g, '#')]
    if (wordsA === wordsB) return !inRow
    if (inRow && wordsA !== a && a.replace(/\D+/g, ' ') !== b.replace(/\D+/g, ' ')) return false
    return Math.max(a.length, b.length) >= 8 && distance(a, b) <= 0.3 * Math.max(a.length, b.length)
  }

  // A row's text holds the name of what stands in it: when only that changed within bounds, the row is the same.
  const rowsOwnName = (sig: Signature, now: Signature): boolean =>
    sig.name.length > 3 &&
    page.squash(sig.row).replace(page.squash(sig.name), '') ===
      page.squash(now.row).replace(page.squash(now.name), '')

  const inList = (el: Element | null): boolean =>
    !!el && !!page.closest(el, 'tr,li,[role=row],[role=listitem],[role=option],[role=article],article')

  page.resolve = (id, sig, next) => {
    page.next = Math.max(page.next, next)
    const el = page.byId(id)
    const listed = /option|menuitem|treeitem|gridcell|^li\b|^td\b|^tr\b/.test(sig.kind) || inList(el)
    if (el) {
      const now = page.signature(el)
      if (sig.row && !now.row) now.row = page.nearText(el)
      const sameRow = !sig.row || !now.row || page.sameName(sig.row, now.row, listed) || rowsOwnName(sig, now)
      return { state: page.sameName(sig.name, now.name, listed) && sameRow ? 'same' : 'changed', id, now }
    }
    const twins: Element[] = []
    page.everything((other) => {
      if (twins.length > 1) return false
      if (!page.strength(other) && !sig.kind.startsWith(other.tagName.toLowerCase())) return
      if (page.kindOf(other) !== sig.kind) return
      const now = page.signature(other)
      if (sig.row && !now.row) now.row = page.nearText(other)
      if (now.name === sig.name && now.row === sig.row && page.shows(other)) twins.push(other)
    })
    if (twins.length === 1) return { state: 'twin', id: page.idOf(twins[0]!), twins: 1 }
    return { state: 'gone', id, twins: twins.length }
  }
}
