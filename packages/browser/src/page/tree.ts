import type { PageCode } from './page-code.ts'

/** The tree as it is drawn: through shadow roots (closed ones were handed in) and slots, with boxes and hit tests. */
export function tree(page: PageCode): void {
  const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'META', 'LINK', 'TITLE'])
  const suspected: Element[] = []
  const judged = new WeakSet<Element>()

  page.roots = new WeakMap()
  page.onRoot = undefined
  page.rootOf = (el) => el.shadowRoot ?? page.roots.get(el) ?? null
  page.addRoot = (root) => {
    page.roots.set(root.host, root)
    page.onRoot?.(root)
  }

  page.up = (node) => {
    if (node instanceof Element || node instanceof Text) {
      if (node.assignedSlot) return node.assignedSlot
    }
    const parent = node.parentNode
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null
  }
  page.down = (el) => {
    if (el instanceof HTMLSlotElement) {
      const given = el.assignedNodes({ flatten: true })
      if (given.length) return given
    }
    const root = el instanceof Element ? page.rootOf(el) : null
    return (root ?? el).childNodes
  }
  page.everything = (visit, from) => {
    const start = from ?? document.body ?? document.documentElement
    if (!start) return
    const stack: Node[] = [start]
    while (stack.length) {
      const node = stack.pop()!
      if (node instanceof Element) {
        if (skipped.has(node.tagName)) continue
        if (visit(node) === false) continue
      }
      const children = Array.from(page.down(node as Element))
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i]!
        if (child instanceof Element) stack.push(child)
      }
    }
  }
  page.inside = (el, ancestor) => {
    let at: Element | null = el
    while (at) {
      if (at === ancestor) return true
      at = page.up(at)
    }
    return false
  }
  page.closest = (el, selector) => {
    let at: Element | null = el
    while (at) {
      if (at.matches(selector)) return at
      at = page.up(at)
    }
    return null
  }

  page.boxOf = (el) => {
    const r = el.getBoundingClientRect()
    if (r.width > 0 && r.height > 0) return { x: r.x, y: r.y, w: r.width, h: r.height }
    // A link around a floated or absolute child has no box of its own: the child's counts.
    const child = el.firstElementChild
    if (child && (el.tagName === 'A' || el.tagName === 'LABEL' || el.tagName === 'SPAN')) {
      const c = child.getBoundingClientRect()
      if (c.width > 0 && c.height > 0) return { x: c.x, y: c.y, w: c.width, h: c.height }
    }
    return { x: r.x, y: r.y, w: r.width, h: r.height }
  }
  page.viewport = () => ({
    width: document.documentElement?.clientWidth || innerWidth,
    height: Math.max(innerHeight, 1),
  })
  const passes = (el: Element): boolean => getComputedStyle(el).display === 'contents'
  page.visible = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || passes(el)
  page.placed = (el) => el.checkVisibility() || passes(el)
  page.shows = (el) => {
    if (
      !el.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false })
    )
      return false
    const box = page.boxOf(el)
    return box.w >= 1 && box.h >= 1
  }

  page.hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y)
    while (hit) {
      const root = page.rootOf(hit)
      const deeper: Element | null = root?.elementFromPoint(x, y) ?? null
      if (!deeper || deeper === hit || deeper.getRootNode() !== root) break
      hit = deeper
    }
    return hit
  }
  page.hits = (el, x, y) => {
    const hit = page.hitAt(x, y)
    if (!hit) return false
    if (page.inside(hit, el)) return true
    const label = page.closest(hit, 'label')
    if (label instanceof HTMLLabelElement && label.control === el) return true
    return el instanceof HTMLLabelElement && el.control === hit
  }
  page.points = (el, many) => {
    const view = page.viewport()
    const rects = Array.from(el.getClientRects()).filter((r) => r.width >= 1 && r.height >= 1)
    let best = rects.sort((a, b) => b.width * b.height - a.width * a.height)[0]
    const box = page.boxOf(el)
    if (!best || rects.length === 1) best = new DOMRect(box.x, box.y, box.w, box.h)
    const left = Math.max(best.left, 0)
    const top = Math.max(best.top, 0)
    const right = Math.min(best.right, view.width)
    const bottom = Math.min(best.bottom, view.height)
    if (right - left < 1 || bottom - top < 1) return []
    const w = right - left
    const h = bottom - top
    const spots: [number, number][] = many
      ? [
          [0.5, 0.5],
          [0.25, 0.5],
          [0.75, 0.5],
          [0.5, 0.25],
          [0.5, 0.75],
          [0.1, 0.15],
          [0.9, 0.15],
          [0.1, 0.85],
          [0.9, 0.85],
          [0.03, 0.5],
          [0.97, 0.5],
          [0.5, 0.05],
          [0.5, 0.95],
          [0.3, 0.3],
          [0.7, 0.3],
          [0.3, 0.7],
          [0.7, 0.7],
        ]
      : [
          [0.5, 0.5],
          [0.12, 0.2],
          [0.88, 0.8],
        ]
    // The right end of some fields holds arrows, a cross or a picker of their own.
    if (
      el instanceof HTMLInputElement &&
      /^(number|search|date|time|month|week|datetime-local)$/.test(el.type)
    )
      spots.unshift([0.2, 0.5])
    return spots.map(([fx, fy]) => ({
      x: Math.min(Math.max(left + w * fx, left + 0.5), right - 0.5),
      y: Math.min(Math.max(top + h * fy, top + 0.5), bottom - 0.5),
    }))
  }
  page.what = (el) => {
    const cls =
      typeof el.className === 'string' ? el.className.trim().split(/\s+/).filter(Boolean).slice(0, 2) : []
    return `<${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ''}${cls.map((c) => `.${c}`).join('')}>`
  }

  // biome-ignore lint/performance/useDomNodeTextContent: what is drawn is asked for, hidden parts left out.
  page.drawn = (el) => (el instanceof HTMLElement ? el.innerText : (el.textContent ?? ''))

  page.suspect = (el) => {
    if (suspected.length >= 50 || judged.has(el)) return
    judged.add(el)
    suspected.push(el)
  }
  page.suspects = () => suspected.splice(0)
  page.suspected = () => suspected.length
}
