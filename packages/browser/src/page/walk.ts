import type { PageCode } from './page-code.ts'
import type { Box, ElementItem, Extract } from './words.ts'

/** One walk over the drawn page: what shows, what can be used, and how much lies out of sight. */
export function walk(page: PageCode): void {
  const unread = new Set([
    'SCRIPT',
    'STYLE',
    'NOSCRIPT',
    'TEMPLATE',
    'HEAD',
    'META',
    'LINK',
    'TITLE',
    'OPTION',
    'OPTGROUP',
    'DATALIST',
  ])
  const hosts = new Set([
    'DIV',
    'SPAN',
    'SECTION',
    'ARTICLE',
    'P',
    'MAIN',
    'HEADER',
    'FOOTER',
    'NAV',
    'ASIDE',
    'BLOCKQUOTE',
  ])
  const inlineTags = new Set([
    'SPAN',
    'B',
    'I',
    'EM',
    'STRONG',
    'A',
    'SMALL',
    'SUB',
    'SUP',
    'FONT',
    'MARK',
    'U',
    'CODE',
    'BDI',
    'TIME',
    'ABBR',
    'SLOT',
    'LABEL',
  ])
  const firstPlaces =
    'dialog,[role=dialog],[role=alertdialog],form,[role=listbox],[role=menu],[aria-modal=true]'

  page.extractUrl = () => location.href
  page.weight = () => document.getElementsByTagName('*').length
  page.extract = (options) => {
    page.next = Math.max(page.next, options.next)
    page.watch()
    const view = page.viewport()
    const out: Extract = {
      items: [],
      next: 0,
      above: 0,
      below: 0,
      clipped: 0,
      covered: 0,
      blockers: [],
      url: location.href,
      title: page.cut(page.clean(document.title), 150),
      ready: document.readyState,
      scrollAbove: 0,
      scrollBelow: 0,
      width: view.width,
      height: view.height,
      focus: 0,
      suspects: 0,
      textLength: 0,
      contentType: document.contentType,
    }
    out.next = page.next
    if (options.bare) return out
    const blockers = new Map<Element, number>()
    let rows = 0
    let block = 0
    let groups = 0

    interface Place {
      d: number
      clip: Box
      pointer: boolean
      leaf: boolean
      row?: number
      cell?: number
      group?: number
      first: boolean
      quiet: boolean
      /** under something invisible: each text is asked whether it shows again */
      veiled: boolean
    }
    // A strip of a pixel shows nothing: that is how text is hidden from eyes but not from readers.
    const meets = (box: Box, clip: Box): boolean =>
      clip.w >= 2 &&
      clip.h >= 2 &&
      box.x < clip.x + clip.w &&
      box.x + box.w > clip.x &&
      box.y < clip.y + clip.h &&
      box.y + box.h > clip.y
    const overlap = (a: Box, b: Box): Box => {
      const x = Math.max(a.x, b.x)
      const y = Math.max(a.y, b.y)
      return {
        x,
        y,
        w: Math.max(0, Math.min(a.x + a.w, b.x + b.w) - x),
        h: Math.max(0, Math.min(a.y + a.h, b.y + b.h) - y),
      }
    }
    const screen: Box = { x: 0, y: 0, w: view.width, h: view.height }

    const reach = (
      el: Element,
      box: Box,
      place: Place,
    ): 'seen' | 'above' | 'below' | 'clipped' | 'covered' | 'dead' => {
      if (options.whole) return 'seen'
      if (!meets(box, screen)) return box.y + box.h <= 0 || box.x + box.w <= 0 ? 'above' : 'below'
      const spots = page.points(el, false)
      if (!spots.length) return 'below'
      for (const p of spots) if (page.hits(el, p.x, p.y)) return 'seen'
      if (!meets(box, place.clip)) return 'clipped'
      // Small or oddly shaped things are missed by three points.
      if (box.w * box.h < 40_000 || el instanceof SVGElement) {
        for (const p of page.points(el, true)) if (page.hits(el, p.x, p.y)) return 'seen'
      }
      if (getComputedStyle(el).pointerEvents === 'none') return 'dead'
      const hit = page.hitAt(spots[0]!.x, spots[0]!.y)
      if (hit) {
        const over = page.overlay(hit, el)
        blockers.set(over, (blockers.get(over) ?? 0) + 1)
      }
      return 'covered'
    }

    const textItem = (node: Text, parent: Element, place: Place): void => {
      const text = page.clean(node.data)
      if (!text) return
      out.textLength += text.length
      if (place.quiet) return
      // A range costs much more than a box: it is made only for what may be in sight.
      const around = parent.getBoundingClientRect()
      if (
        !options.whole &&
        around.height > 0 &&
        (around.bottom <= 0 || around.top >= view.height) &&
        !parent.shadowRoot
      )
        return
      const range = document.createRange()
      range.selectNodeContents(node)
      const r = range.getBoundingClientRect()
      if (r.width < 2 || r.height < 2) return
      const box = { x: r.x, y: r.y, w: r.width, h: r.height }
      if (!options.whole && (!meets(box, screen) || !meets(box, place.clip))) return
      if (page.hiddenText(parent)) return
      if (place.veiled && getComputedStyle(parent).visibility !== 'visible') return
      let shown = text
      // A long text is listed by the part that is in sight, from its first visible line on.
      if (!options.whole && text.length > 200 && (r.top < -40 || r.bottom > view.height + 40)) {
        const skip = r.top < 0 ? Math.floor((text.length * -r.top) / r.height) : 0
        const take = Math.ceil((text.length * view.height) / r.height)
        shown = `${skip ? '…' : ''}${text.slice(skip, skip + take)}`
      }
      out.items.push({
        k: 't',
        d: place.d,
        text: page.cut(shown, 300),
        row: place.row,
        cell: place.cell,
        group: place.group,
        b: block,
      })
    }

    const element = (el: Element, place: Place): void => {
      if (unread.has(el.tagName)) return
      if (el instanceof HTMLElement && el.inert) return
      const visible = page.visible(el)
      const box = page.boxOf(el)
      if (!visible) {
        // An invisible box or file field inside a drawn label is what a click on that label uses.
        const control = el instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(el.type)
        if (control && box.w > 0 && box.h > 0 && el.checkVisibility({ visibilityProperty: true }))
          control_(el, box, place)
        else if (el.checkVisibility() && Number(getComputedStyle(el).opacity) > 0)
          children(el, { ...place, veiled: true })
        return
      }
      if (el.tagName === 'IFRAME' || el.tagName === 'FRAME') {
        if (box.w >= 10 && box.h >= 10 && (options.whole || meets(box, screen))) {
          out.items.push({
            k: 'f',
            d: place.d,
            id: page.idOf(el),
            name: page.cut(
              page.clean(el.getAttribute('title') ?? el.getAttribute('name') ?? el.id ?? ''),
              60,
            ),
            box,
          })
        }
        return
      }
      if (
        hosts.has(el.tagName)
          ? el.childNodes.length === 0 && box.w > 4 && box.h > 4
          : el.tagName.includes('-')
      ) {
        if (!page.rootOf(el)) page.suspect(el)
        else if (el.shadowRoot) page.onRoot?.(el.shadowRoot)
      } else if (el.shadowRoot) page.onRoot?.(el.shadowRoot)

      let strength = page.strength(el)
      const near = options.whole || meets(box, screen)
      let pointer = place.pointer
      if (near && !strength) {
        pointer = getComputedStyle(el).cursor === 'pointer'
        if (pointer && !place.pointer && el.tagName !== 'BODY' && el.tagName !== 'HTML') strength = 1
      } else if (strength) pointer = near && getComputedStyle(el).cursor === 'pointer'
      // Inside a button or link only what is a control by itself counts.
      if (place.leaf && strength === 1 && !page.listening.has(el)) strength = 0
      if (strength && box.w >= 1 && box.h >= 1) {
        control(el, box, { ...place, pointer }, strength)
        return
      }
      if (el.firstElementChild && farAway(el, box)) return
      container(el, box, { ...place, pointer })
    }

    // More than a screen away nothing is listed, only counted, and that needs no boxes. What is fixed to the screen, or
    // hangs in a shadow root, may show all the same: then the long way is gone.
    const farAway = (el: Element, box: Box): boolean => {
      if (options.whole || box.w < 1 || box.h < 1) return false
      const above = box.y + box.h < -view.height
      if (!above && box.y < 2 * view.height) return false
      let count = 0
      const inner = el.getElementsByTagName('*')
      let control: Element | null = null
      for (let i = 0; i < inner.length; i++) {
        const at = inner[i]!
        if (at.tagName.includes('-') || page.rootOf(at) || getComputedStyle(at).position === 'fixed')
          return false
        const strength = page.strength(at)
        if (!strength || !page.visible(at)) continue
        if (control?.contains(at)) {
          if (strength === 1 && !page.listening.has(at)) continue
        } else control = at
        count++
      }
      if (above) out.above += count
      else out.below += count
      out.textLength += el.textContent!.length
      return true
    }

    const control_ = (el: Element, box: Box, place: Place): void => {
      const label = page.labelOf(el)
      if (label && page.shows(label) && !page.inside(el, label)) return
      if (reach(el, box, place) !== 'seen') return
      push(el, place)
    }

    const push = (el: Element, place: Place): ElementItem => {
      const item = page.describe(el, place.d)
      if (place.row !== undefined) [item.row, item.cell] = [place.row, place.cell]
      if (place.group !== undefined) item.group = place.group
      if (place.first) item.first = true
      out.items.push(item)
      return item
    }

    const control = (el: Element, box: Box, place: Place, strength: 1 | 2): void => {
      const state = reach(el, box, place)
      if (state !== 'seen') {
        if (state === 'above') out.above++
        else if (state === 'below') out.below++
        else if (state === 'clipped') {
          // What a click can scroll into sight inside an open list is worth naming.
          const list = page.closest(el, '[role=listbox],[role=menu],ul,ol,select,[role=tree],[role=grid]')
          const popup = el.matches('[role=option],[role=menuitem],li') || (list && list.scrollHeight < 3000)
          if (popup && clippedShown < 20) {
            clippedShown++
            push(el, place).attrs.clipped = true
            return
          }
          out.clipped++
        } else if (state === 'covered') out.covered++
        children(el, { ...place, quiet: true, leaf: true })
        return
      }
      const label = page.controlOf(el)
      if (label && strength === 1) {
        // The field itself says what its label says; one that is only drawn by its label stands in for it.
        const drawn = page.shows(label) || !page.inside(label, el)
        if (drawn && page.shows(label)) {
          children(el, { ...place, quiet: true })
          return
        }
        if (/^(checkbox|radio|file)$/.test((label as HTMLInputElement).type)) {
          push(label, place)
          return
        }
      }
      const native = /^(INPUT|SELECT|TEXTAREA|VIDEO|AUDIO|CANVAS)$/.test(el.tagName) || page.isEditable(el)
      const at = out.items.length
      const item = push(el, place)
      if (native) return
      const before = out.items.length
      // What only listens may hold anything; a button or link holds its own words.
      if (strength === 1) container(el, box, { ...place, d: place.d + 1 })
      else children(el, { ...place, d: place.d + 1, leaf: true })
      const inner = out.items.slice(before)
      const controls = inner.filter((i): i is ElementItem => i.k === 'e')
      const texts = inner
        .filter((i) => i.k === 't')
        .reduce((n, i) => n + (i as { text: string }).text.length, 0)
      if (!controls.length) {
        if (texts <= 160 || place.row !== undefined || place.group !== undefined) out.items.length = before
        else item.name = ''
        return
      }
      const only = controls.length === 1 ? controls[0]! : null
      if (
        strength === 1 &&
        only &&
        (place.group !== undefined || only.box.w * only.box.h >= 0.9 * box.w * box.h)
      ) {
        // A wrapper whose whole content is one control is that control.
        out.items.splice(at, 1)
        for (const i of inner) i.d--
        return
      }
      if (strength === 1 && !el.hasAttribute('aria-label')) item.name = ''
    }
    let clippedShown = 0

    const scrollable = (el: Element): { x: boolean; y: boolean } | null => {
      const y = el.scrollHeight > el.clientHeight + 2
      const x = el.scrollWidth > el.clientWidth + 2
      if (!y && !x) return null
      if (el === document.body || el === document.documentElement) return null
      const style = getComputedStyle(el)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') return null
      return {
        x: x && el.clientWidth > 20 && /auto|scroll/.test(style.overflowX),
        y: y && el.clientHeight > 20 && /auto|scroll/.test(style.overflowY),
      }
    }

    const container = (el: Element, box: Box, place: Place): void => {
      let inner = place
      const scroll = el.firstChild ? scrollable(el) : null
      if (scroll) {
        inner = { ...place, clip: overlap(place.clip, box) }
        if ((scroll.x || scroll.y) && (options.whole || meets(box, screen)) && !place.quiet) {
          const size = scroll.y ? el.clientHeight : el.clientWidth
          const top = scroll.y ? el.scrollTop : el.scrollLeft
          const all = scroll.y ? el.scrollHeight : el.scrollWidth
          const label = page.cut(page.clean(el.getAttribute('aria-label') ?? '') || page.what(el), 60)
          out.items.push({
            k: 's',
            d: place.d,
            id: page.idOf(el),
            label,
            above: top / size,
            below: Math.max(0, all - top - size) / size,
          })
          inner = { ...inner, d: place.d + 1 }
        }
      }
      if (el.tagName === 'TR' || el.getAttribute('role') === 'row') {
        inner = { ...inner, row: ++rows, cell: 0 }
        let cell = 0
        for (const child of page.down(el)) {
          if (child instanceof Element) element(child, { ...inner, cell: cell++ })
          else if (child instanceof Text) textItem(child, el, { ...inner, cell })
        }
        return
      }
      if (
        place.group === undefined &&
        place.row === undefined &&
        (options.whole || meets(box, screen)) &&
        page.calendarOf(el) !== null
      ) {
        const smaller = Array.from(el.children).some((c) => page.calendarOf(c) !== null)
        if (!smaller) {
          const group = ++groups
          out.items.push({ k: 'g', d: place.d, group, text: page.captionOf(el) })
          children(el, { ...inner, d: place.d + 1, group })
          return
        }
      }
      if (!inner.first && el.matches(firstPlaces)) inner = { ...inner, first: true }
      if (el.tagName === 'DIALOG' || el.matches('[role=dialog],[role=alertdialog]')) {
        const name = page.clean(el.getAttribute('aria-label') ?? '')
        if (!place.quiet && meets(box, screen))
          out.items.push({ k: 't', d: place.d, text: `dialog${name ? ` "${page.cut(name, 60)}"` : ''}:` })
        inner = { ...inner, d: inner.d + 1 }
      }
      if (el instanceof HTMLImageElement) {
        const alt = page.clean(el.alt)
        if (alt && !place.quiet && near(box, place))
          out.items.push({
            k: 't',
            d: place.d,
            text: `(picture: ${page.cut(alt, 80)})`,
            row: place.row,
            cell: place.cell,
          })
        return
      }
      children(el, inner)
    }
    const near = (box: Box, place: Place): boolean =>
      options.whole || (meets(box, screen) && meets(box, place.clip))

    const children = (el: Element, place: Place): void => {
      const inline = inlineTags.has(el.tagName)
      if (!inline) block++
      for (const child of page.down(el)) {
        if (child instanceof Element) element(child, place)
        else if (child instanceof Text) textItem(child, el, place)
      }
      if (!inline || el.tagName === 'BR') block++
    }

    const start = document.body ?? document.documentElement
    if (start)
      element(start, {
        d: 0,
        clip: screen,
        pointer: false,
        leaf: false,
        first: false,
        quiet: false,
        veiled: false,
      })

    for (const [el, count] of blockers) out.blockers.push({ id: page.idOf(el), what: page.what(el), count })
    const height = Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0)
    out.scrollAbove = scrollY / view.height
    out.scrollBelow = Math.max(0, height - scrollY - view.height) / view.height
    const focus = page.deepFocus()
    out.focus = focus ? page.known(focus) : 0
    out.suspects = page.suspected()
    out.items = page.tidy(out.items)
    out.next = page.next
    return out
  }
}
