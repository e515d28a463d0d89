import type { PageCode } from './page-code.ts'

/** Calendars of a page: which months they show, where a day is, and what goes to the next month. */
export function calendars(page: PageCode): void {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
  const forthWords = /next|forward|later|>|›|»|→|▶|下个?月|次月|다음/i
  const backWords = /prev|back|earlier|<|‹|«|←|◀|上个?月|前月|이전/i

  const readMonth = (text: string): { year: number; month: number } | null => {
    const t = page.squash(text)
    const cjk = t.match(/(\d{4})\s*[年년./-]\s*(\d{1,2})(?:\s*[月월])?(?!\d)/)
    if (cjk && Number(cjk[2]) <= 12) return { year: Number(cjk[1]), month: Number(cjk[2]) }
    const english = t.match(/\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(\d{4})(?!\d)/)
    if (english) return { year: Number(english[2]), month: months.indexOf(english[1]!) + 1 }
    const numeric = t.match(/\b(\d{1,2})\/(\d{4})(?!\d)/)
    return numeric && Number(numeric[1]) <= 12
      ? { year: Number(numeric[2]), month: Number(numeric[1]) }
      : null
  }
  const dayOf = (el: Element): number => {
    const text = (el.textContent ?? '').trim()
    return /^([1-9]|[12]\d|3[01])$/.test(text) ? Number(text) : 0
  }

  const grids = (): Element[] => {
    const found = new Map<Element, Set<number>>()
    page.everything((el) => {
      if (el.childElementCount || !dayOf(el) || !page.shows(el)) return
      // The days of one month have one ancestor, a few levels up, and each number at most twice.
      let at: Element | null = page.up(el)
      for (let i = 0; at && i < 5; i++, at = page.up(at)) {
        const days = found.get(at) ?? new Set<number>()
        days.add(dayOf(el))
        found.set(at, days)
      }
    })
    const full = Array.from(found)
      .filter(([, days]) => days.size >= 26)
      .map(([el]) => el)
    return full.filter((el) => !full.some((o) => o !== el && page.inside(o, el)))
  }
  const captionOf = (grid: Element): { year: number; month: number } | null => {
    let at: Element | null = grid
    for (let i = 0; at && i < 4; i++, at = page.up(at)) {
      const selects = Array.from(at.querySelectorAll('select'))
      const month = selects.find((s) => s.options.length === 12)
      const year = selects.find((s) => /^\d{4}$/.test(s.selectedOptions[0]?.text.trim() ?? ''))
      if (month && year)
        return { year: Number(year.selectedOptions[0]!.text), month: month.selectedIndex + 1 }
      // Of several months side by side each grid has its own words nearest to it.
      const texts = page.textOf(at, 300)
      const read = readMonth(texts)
      if (read) return read
    }
    return null
  }
  const cellOf = (grid: Element, day: number): { el: Element; disabled: boolean } | null => {
    let first: { el: Element; disabled: boolean } | null = null
    page.everything((el) => {
      if (el.childElementCount || dayOf(el) !== day || !page.shows(el)) return
      let cell: Element = el
      let off = false
      for (let at: Element | null = el, i = 0; at && at !== grid && i < 4; i++, at = page.up(at)) {
        if (page.strength(at)) cell = at
        const words = `${at.getAttribute('class') ?? ''} ${at.getAttribute('aria-disabled') === 'true' ? 'disabled' : ''}`
        if (at.matches(':disabled') || /\b(disabled|off|unavailable|past)\b|disabled/i.test(words)) off = true
        if (/other-month|outside|adjacent|prev-month|next-month|old\b|new\b/i.test(words)) return
      }
      const here = { el: cell, disabled: off || page.isDisabled(cell) }
      if (!first || (first.disabled && !here.disabled)) first = here
    }, grid)
    return first
  }
  const arrow = (around: Element, words: RegExp, not: RegExp): Element | null => {
    const hits: Element[] = []
    page.everything((el) => {
      if (el.childElementCount > 2 || !page.shows(el) || dayOf(el)) return
      // Arrows often are bare links or spans whose handler sits further out.
      const bare =
        /^(A|SPAN|I|DIV|TH|TD)$/.test(el.tagName) &&
        /prev|next/i.test(`${el.getAttribute('class') ?? ''} ${el.getAttribute('title') ?? ''}`)
      if (!page.strength(el) && !bare && getComputedStyle(el).cursor !== 'pointer') return
      const said = `${page.nameOf(el)} ${page.hints(el)} ${el.getAttribute('title') ?? ''} ${el.getAttribute('class') ?? ''}`
      if (
        words.test(said.replace(/#|icon=|href=/g, ' ')) &&
        !not.test(page.nameOf(el)) &&
        !/year|年/i.test(said)
      )
        hits.push(el)
    }, around)
    return hits.find((el) => !page.isDisabled(el)) ?? null
  }

  page.calendars = (day, next) => {
    page.next = Math.max(page.next, next)
    const all = grids()
    const out: {
      months: { year: number; month: number; cell: number; disabled: boolean }[]
      back: number
      forth: number
      next: number
    } = { months: [], back: 0, forth: 0, next: 0 }
    for (const grid of all) {
      const caption = captionOf(grid)
      if (!caption) continue
      const cell = cellOf(grid, day)
      out.months.push({ ...caption, cell: cell ? page.idOf(cell.el) : 0, disabled: cell?.disabled ?? false })
    }
    if (all.length) {
      for (
        let at: Element | null = all[0]!, i = 0;
        at && i < 6 && !(out.back && out.forth);
        i++, at = page.up(at)
      ) {
        if (!all.every((g) => page.inside(g, at!))) continue
        const forth = arrow(at, forthWords, backWords)
        const back = arrow(at, backWords, forthWords)
        if (forth && !out.forth) out.forth = page.idOf(forth)
        if (back && !out.back) out.back = page.idOf(back)
      }
    }
    out.next = page.next
    return out
  }
}
