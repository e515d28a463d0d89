import type { PageCode } from './page-code.ts'
import type { Found } from './words.ts'

/** From words or a selector to elements: exact before partial, never a guess among several. */
export function find(page: PageCode): void {
  const asFound = (el: Element): Found => ({
    id: page.idOf(el),
    kind: page.kindOf(el),
    name: page.nameOf(el) || page.hints(el),
    row: page.rowOf(el),
    live: page.strength(el) > 0 || getComputedStyle(el).cursor === 'pointer',
    url: location.href,
  })
  const roleFits = (el: Element, role: string): boolean => {
    if (!role) return true
    const kind = page.kindOf(el)
    const table: Record<string, RegExp> = {
      button: /button|input type=(button|submit|reset|image)|summary/,
      link: /^a\b|role=link/,
      field: /^input|textarea|editable|select|role=(textbox|combobox|searchbox|spinbutton)/,
      checkbox: /checkbox|switch/,
      radio: /radio/,
      tab: /role=tab/,
      menu: /menu/,
      option: /option|menuitem|^li/,
      icon: /.*/,
    }
    return (table[role] ?? /.*/).test(kind)
  }

  const fieldFor = (el: Element): Element => {
    if (el instanceof HTMLLabelElement && el.control) return el.control
    return el
  }
  const isField = (el: Element): boolean =>
    (el instanceof HTMLInputElement && !/^(hidden|button|submit|reset|image)$/.test(el.type)) ||
    /^(SELECT|TEXTAREA)$/.test(el.tagName) ||
    page.isEditable(el) ||
    /^(textbox|combobox|searchbox|spinbutton|slider|switch|checkbox|radio|listbox)$/.test(
      el.getAttribute('role') ?? '',
    )

  page.find = (text, prefer, role, next) => {
    page.next = Math.max(page.next, next)
    const wanted = page.squash(text)
    const ranks: Element[][] = [[], [], [], []]
    if (!wanted) return { found: [], next: page.next, rank: -1 }
    page.everything((el) => {
      if (el instanceof HTMLElement && el.inert) return false
      if (!page.placed(el)) return false
      const live = page.strength(el) > 0
      let words: string
      if (live) words = page.squash(page.nameOf(el))
      else {
        if (el.childElementCount > 3) return
        const own = Array.from(page.down(el)).some((n) => n instanceof Text && n.data.trim())
        if (!own) return
        words = page.squash((el.textContent ?? '').slice(0, 400))
      }
      const more = live
        ? page.squash(
            `${el.getAttribute('title') ?? ''} ${el.getAttribute('placeholder') ?? ''} ${(el as HTMLInputElement).name ?? ''} ${el.id} ${el.getAttribute('alt') ?? ''}`,
          )
        : ''
      if (!words && !more) return
      const target = prefer === 'field' ? fieldFor(el) : el
      if (prefer === 'field' && !isField(target)) return
      if (role && !roleFits(target, role)) return
      if (!page.shows(target) && !(target instanceof HTMLInputElement && page.labelOf(target))) return
      if (!live && page.hiddenText(el)) return
      const exact = words === wanted || words.replace(/[\s*:：…]+$/, '') === wanted
      if (exact) ranks[live || target !== el ? 0 : 1]!.push(target)
      else if (words.includes(wanted) && words.length < 200)
        ranks[live || target !== el ? 2 : 3]!.push(target)
      else if (live && more.split(' ').includes(wanted)) ranks[2]!.push(target)
    })
    for (let rank = 0; rank < 4; rank++) {
      let found = Array.from(new Set(ranks[rank]))
      if (!found.length) continue
      // Of two that hold each other the inner one is meant, and a label stands for its field.
      found = found.filter((el) => !found.some((o) => o !== el && page.inside(o, el)))
      found = found.filter(
        (el) => !(el instanceof HTMLLabelElement && el.control && found.includes(el.control)),
      )
      // Nothing but text was found: the button or link around it is meant; a click on anything else reaches it anyway.
      if (prefer !== 'any' && (rank === 1 || rank === 3)) {
        found = Array.from(
          new Set(
            found.map((el) => {
              let at: Element | null = el
              for (let i = 0; at && i < 6; i++, at = page.up(at)) if (page.strength(at) === 2) return at
              return el
            }),
          ),
        )
      }
      if (found.length > 1) {
        const sight = found.filter((el) => page.points(el, true).some((p) => page.hits(el, p.x, p.y)))
        if (sight.length === 1 && prefer !== 'any') found = sight
      }
      return { found: found.slice(0, 12).map(asFound), next: page.next, rank }
    }
    return { found: [], next: page.next, rank: -1 }
  }

  page.css = (selector, next) => {
    page.next = Math.max(page.next, next)
    const all: Element[] = []
    const look = (root: Document | ShadowRoot): void => {
      for (const el of root.querySelectorAll(selector)) all.push(el)
    }
    try {
      look(document)
      page.everything((el) => {
        const root = page.rootOf(el)
        if (root) look(root)
        return undefined
      })
    } catch (error) {
      return { found: [], next: page.next, error: String((error as Error).message), total: 0 }
    }
    const seen = all.filter((el) => page.shows(el))
    const used = seen.length ? seen : all
    return { found: used.slice(0, 12).map(asFound), next: page.next, total: used.length }
  }

  page.hasText = (text) => {
    const wanted = page.squash(text)
    if (page.squash(document.title).includes(wanted)) return true
    if (page.squash(document.body ? page.drawn(document.body) : '').includes(wanted)) return true
    let found = false
    page.everything((el) => {
      if (found) return false
      if (page.rootOf(el) && page.squash(page.textOf(el, 20_000)).includes(wanted)) found = true
      return undefined
    })
    return found
  }
  page.scrollToText = (text) => {
    const wanted = page.squash(text)
    let best: Element | null = null
    page.everything((el) => {
      if (!page.placed(el)) return false
      if (!page.squash((el.textContent ?? '').slice(0, 20_000)).includes(wanted) && !page.rootOf(el)) return
      // Scripts and styles are text too, of a kind that nobody scrolls to.
      if (!el.querySelector('script,style,template') && page.squash(el.textContent ?? '').includes(wanted))
        best = el
      return undefined
    })
    if (!best) return { found: false }
    const el: Element = best
    el.scrollIntoView({ block: 'center', behavior: 'instant' })
    return { found: true, top: el.getBoundingClientRect().top }
  }
  page.sample = () => {
    const names: string[] = []
    page.everything((el) => {
      if (names.length >= 40) return false
      if (!page.strength(el) || !page.shows(el)) return
      const name = page.nameOf(el)
      if (name) names.push(page.cut(name, 40))
      return undefined
    })
    return names
  }
}
