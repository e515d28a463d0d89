import type { PageCode } from './page-code.ts'

/** Grids of days, which are told in one line each. */
export function monthGrid(page: PageCode): void {
  page.calendarOf = (el) => {
    if (el.childElementCount < 3 && el.tagName !== 'TABLE') return null
    if (!/^(TABLE|DIV|UL|OL|TBODY|SECTION)$/.test(el.tagName)) return null
    const text = el.textContent ?? ''
    if (text.length > 1200 || text.length < 28) return null
    const days = new Set<string>()
    let leaves = 0
    const cells = el.querySelectorAll('td,button,a,[role=gridcell],li,div,span')
    if (cells.length > 500) return null
    for (const cell of cells) {
      if (cell.childElementCount) continue
      const day = cell.textContent!.trim()
      if (!day) continue
      leaves++
      if (/^([1-9]|[12]\d|3[01])$/.test(day)) days.add(day)
    }
    if (days.size < 20 || leaves > days.size * 2.2) return null
    return text
  }
  // The month is written in the grid or near above it.
  page.captionOf = (el) => {
    const month =
      /(\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b\.?\s*\d{0,4}|\d{4}\s*年\s*\d{1,2}\s*月|\d{1,2}\/\d{4}|\d{4}-\d{2})/
    let at: Element | null = el
    for (let i = 0; at && i < 4; i++, at = page.up(at)) {
      const text = page.textOf(at, 300)
      const m = text.match(month)
      if (m) return m[0]
    }
    return ''
  }
}
