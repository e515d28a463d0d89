import type { PageCode } from './page-code.ts'
import type { Box } from './words.ts'

/** From a number to a point that really belongs to it, or to what is in the way. */
export function aim(page: PageCode): void {
  const ways =
    /^(accept|agree|allow|ok|okay|got it|close|dismiss|no thanks|reject|decline|continue|×|✕|x|同意|接受|关闭|知道了|确定|拒绝)/i

  const pause = (): Promise<void> =>
    new Promise((done) => {
      let over = false
      const end = (): void => {
        if (!over) {
          over = true
          done()
        }
      }
      // A tab behind another one gets no frames.
      requestAnimationFrame(end)
      setTimeout(end, 50)
    })
  const steady = async (el: Element): Promise<void> => {
    let last = page.boxOf(el)
    const until = performance.now() + 500
    let same = 0
    while (performance.now() < until && same < 1) {
      await pause()
      const now = page.boxOf(el)
      same =
        Math.abs(now.x - last.x) < 0.6 &&
        Math.abs(now.y - last.y) < 0.6 &&
        Math.abs(now.w - last.w) < 0.6 &&
        Math.abs(now.h - last.h) < 0.6
          ? same + 1
          : 0
      last = now
    }
  }

  const wayOut = (blocker: Element): { id: number; name: string }[] => {
    const found: { id: number; name: string }[] = []
    page.everything((el) => {
      if (found.length >= 4) return false
      if (!page.strength(el) || !page.shows(el)) return
      const name = page.nameOf(el) || page.hints(el)
      if (ways.test(name.trim()) || /close|dismiss/.test(page.hints(el)))
        found.push({ id: page.idOf(el), name: page.cut(name, 40) })
    }, blocker)
    return found
  }
  const inTheWay = (hit: Element, el: Element): Element => {
    let best = hit
    let at: Element | null = hit
    while (at && !page.inside(el, at)) {
      const style = getComputedStyle(at)
      if (/fixed|absolute|sticky/.test(style.position) || at.tagName === 'DIALOG') best = at
      at = page.up(at)
    }
    return best
  }
  const whyHidden = (el: Element): string => {
    let at: Element | null = el
    while (at) {
      const style = getComputedStyle(at)
      const who = at === el ? '' : ` by ${page.what(at)}`
      if (style.display === 'none') return `hidden${who} (display: none)`
      if (style.visibility !== 'visible' && at === el) return 'hidden (visibility)'
      if (Number(style.opacity) === 0) return `invisible${who} (opacity 0)`
      if ((at as HTMLElement).inert) return `inert${who}`
      at = page.up(at)
    }
    const box = page.boxOf(el)
    return box.w < 1 || box.h < 1 ? 'without any size' : 'outside of what can be scrolled to'
  }

  page.scrollTo = (id) => {
    page.byId(id)?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  }

  // A mouse that comes near may change what is there: a picture is loaded first, a hint opens and closes.
  page.underMouse = (id, x, y) =>
    new Promise((done) => {
      const until = performance.now() + 400
      const look = (): void => {
        const el = page.byId(id)
        if (!el?.isConnected) done(false)
        else if (page.hits(el, x, y)) done(true)
        else if (performance.now() >= until) done(false)
        else setTimeout(look, 20)
      }
      look()
    })
  page.aim = async (id, next, force) => {
    page.next = Math.max(page.next, next)
    const fail = (why: 'gone' | 'hidden' | 'disabled' | 'covered', text: string) => ({
      ok: false as const,
      why,
      text,
      next: page.next,
    })
    let el = page.byId(id)
    if (!el) return fail('gone', 'it is no longer on the page')
    if (!force && page.isDisabled(el)) return fail('disabled', `${page.what(el)} is disabled`)
    if (page.closest(el, '[inert]'))
      return fail('disabled', `${page.what(el)} is inert: nothing in it takes input just now`)
    const drawn = page.shows(el)
    const label = page.labelOf(el)
    if (!drawn && label && page.shows(label)) el = label
    else if (!drawn && !(el instanceof HTMLInputElement && page.boxOf(el).w > 0)) {
      const child = Array.from(el.children).find((c) => page.shows(c))
      if (!child) return fail('hidden', `${page.what(el)} is ${whyHidden(el)}`)
      el = child
    }
    const view = page.viewport()
    const out = (b: Box): boolean => b.x < 0 || b.y < 0 || b.x + b.w > view.width || b.y + b.h > view.height
    const firstTry = page.points(el, false)
    if (out(page.boxOf(el)) || !firstTry.some((p) => page.hits(el!, p.x, p.y))) {
      const visible = page.points(el, true).some((p) => page.hits(el!, p.x, p.y))
      // What is larger than the screen stays where it is; everything else comes to the middle.
      if (!visible || (out(page.boxOf(el)) && page.boxOf(el).h < view.height))
        el.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    }
    await steady(el)
    const spots = page.points(el, true)
    const box = page.boxOf(el)
    for (const p of spots) {
      if (page.hits(el, p.x, p.y)) {
        return {
          ok: true,
          x: p.x,
          y: p.y,
          box,
          listens: page.hearsClicks(el),
          kind: page.kindOf(el),
          name: page.nameOf(el) || page.hints(el),
        }
      }
    }
    if (!spots.length) return fail('hidden', `${page.what(el)} is ${whyHidden(el)}`)
    const hit = page.hitAt(spots[0]!.x, spots[0]!.y)
    if (!hit) return fail('hidden', `${page.what(el)} can't be reached by the mouse`)
    if (getComputedStyle(el).pointerEvents === 'none')
      return fail('disabled', `${page.what(el)} takes no mouse input (pointer-events: none)`)
    const blocker = inTheWay(hit, el)
    return {
      ...fail('covered', `${page.what(el)} is covered by ${page.what(blocker)}`),
      blocker: { id: page.idOf(blocker), what: page.what(blocker), ways: wayOut(blocker) },
      next: page.next,
    }
  }

  page.frameSpot = (el) => {
    const r = el.getBoundingClientRect()
    const frame = el as HTMLElement
    const scale = frame.offsetWidth ? r.width / frame.offsetWidth : 1
    const style = getComputedStyle(el)
    const px = (value: string): number => (Number.parseFloat(value) || 0) * scale
    return {
      box: {
        x: r.x + px(style.borderLeftWidth) + px(style.paddingLeft),
        y: r.y + px(style.borderTopWidth) + px(style.paddingTop),
        w: frame.clientWidth * scale - px(style.paddingLeft) - px(style.paddingRight),
        h: frame.clientHeight * scale - px(style.paddingTop) - px(style.paddingBottom),
      },
      id: page.idOf(el),
      shows: page.shows(el),
      scale,
    }
  }
  page.frameHit = (el, x, y) => {
    const hit = page.hitAt(x, y)
    if (hit === el) return { ok: true }
    if (!hit) return { ok: false }
    const blocker = inTheWay(hit, el)
    return { ok: false, blocker: { id: page.idOf(blocker), what: page.what(blocker) } }
  }

  page.at = (x, y, next) => {
    page.next = Math.max(page.next, next)
    let el = page.hitAt(x, y)
    while (el && !page.strength(el) && getComputedStyle(el).cursor !== 'pointer') el = page.up(el)
    if (!el || el === document.body || el === document.documentElement || el instanceof HTMLCanvasElement)
      return null
    const up = page.up(el)
    if (!page.strength(el) && up && getComputedStyle(up).cursor === 'pointer') {
      let top: Element = el
      for (
        let at = up;
        at && getComputedStyle(at).cursor === 'pointer' && at !== document.body;
        at = page.up(at)!
      )
        top = at
      el = top
    }
    return { id: page.idOf(el), item: page.describe(el, 0), next: page.next }
  }

  page.scrollState = (id) => {
    const el = id ? page.byId(id) : null
    const view = page.viewport()
    if (!el) {
      const all = Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)
      return {
        top: scrollY,
        height: all,
        size: view.height,
        left: scrollX,
        width: document.documentElement.scrollWidth,
        x: view.width / 2,
        y: view.height / 2,
      }
    }
    const spots = page.points(el, true)
    const spot = spots.find((p) => page.hits(el, p.x, p.y)) ??
      spots[0] ?? { x: view.width / 2, y: view.height / 2 }
    return {
      top: el.scrollTop,
      height: el.scrollHeight,
      size: el.clientHeight,
      left: el.scrollLeft,
      width: el.scrollWidth,
      ...spot,
    }
  }

  // The element itself when it scrolls, else the nearest that does around it; 0 for the page.
  page.scrollerOf = (id) => {
    const start = page.byId(id)
    if (!start) return 0
    const scrolls = (el: Element): boolean =>
      (el.scrollHeight > el.clientHeight + 2 && /auto|scroll/.test(getComputedStyle(el).overflowY)) ||
      (el.scrollWidth > el.clientWidth + 2 && /auto|scroll/.test(getComputedStyle(el).overflowX)) ||
      (el instanceof HTMLTextAreaElement && el.scrollHeight > el.clientHeight + 2)
    if (scrolls(start)) return page.idOf(start)
    let inner: Element | null = null
    page.everything((el) => {
      if (inner) return false
      if (el !== start && scrolls(el) && page.shows(el)) inner = el
      return undefined
    }, start)
    return inner ? page.idOf(inner) : 0
  }
  page.scrollFar = (id, up) => {
    const el = id ? page.byId(id) : document.scrollingElement
    if (el) el.scrollTop = up ? 0 : el.scrollHeight
  }
  page.scrollBy = (id, x, y) => {
    const el = id ? page.byId(id) : document.scrollingElement
    el?.scrollBy({ left: x, top: y, behavior: 'instant' })
  }
}
