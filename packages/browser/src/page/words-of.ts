import type { PageCode } from './page-code.ts'

type Rgba = [number, number, number, number]
interface Judged {
  text: Map<Element, boolean>
  ground: Map<Element, Rgba | 'hidden' | 'open'>
  muted: Map<Element, boolean>
}

/** What things are called: accessible names, hints where there is none, text that a person can really see. */
export function wordsOf(page: PageCode): void {
  const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\ue000-\uf8ff]/g
  const colours: Record<string, [number, number, number]> = {
    black: [0, 0, 0],
    white: [255, 255, 255],
    red: [255, 0, 0],
    lime: [0, 255, 0],
    green: [0, 128, 0],
    blue: [0, 0, 255],
    yellow: [255, 255, 0],
    cyan: [0, 255, 255],
    magenta: [255, 0, 255],
    orange: [255, 165, 0],
    purple: [128, 0, 128],
    pink: [255, 192, 203],
    brown: [165, 42, 42],
    grey: [128, 128, 128],
    navy: [0, 0, 128],
    olive: [128, 128, 0],
    teal: [0, 128, 128],
    maroon: [128, 0, 0],
    silver: [192, 192, 192],
    violet: [238, 130, 238],
    gold: [255, 215, 0],
    indigo: [75, 0, 130],
    turquoise: [64, 224, 208],
    salmon: [250, 128, 114],
  }
  // Kept for one look only: a card that was turned over a moment ago shows its text now.
  let judged: Judged | undefined

  page.clean = (text) =>
    text
      .replace(unseen, '')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
  page.cut = (text, max) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
  page.squash = (text) => page.clean(text.normalize('NFKC')).toLowerCase()

  const colourOf = new Map<string, Rgba | null>()
  const rgba = (css: string): Rgba | null => {
    const kept = colourOf.get(css)
    if (kept !== undefined) return kept
    const m = css.match(/rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)/)
    const found: Rgba | null = m
      ? [Number(m[1]), Number(m[2]), Number(m[3]), m[4] === undefined ? 1 : Number(m[4])]
      : null
    if (colourOf.size > 500) colourOf.clear()
    colourOf.set(css, found)
    return found
  }
  page.colourName = (css) => {
    const c = rgba(css)
    if (!c || c[3] === 0) return ''
    let best = ''
    let least = Number.POSITIVE_INFINITY
    for (const [name, [r, g, b]] of Object.entries(colours)) {
      const far = (c[0] - r) ** 2 + (c[1] - g) ** 2 + (c[2] - b) ** 2
      if (far < least) [best, least] = [name, far]
    }
    // A shade has its numbers too: of twelve kinds of pink a name alone says nothing.
    const hex = c.slice(0, 3).map((n) => Math.round(n).toString(16).padStart(2, '0'))
    return least === 0 ? best : `${best}#${hex.join('')}`
  }

  // What lies behind an element's text: a colour; 'hidden' when nothing there shows; 'open' when it can't be judged.
  const ground = (el: Element, known: Judged): Rgba | 'hidden' | 'open' => {
    const kept = known.ground.get(el)
    if (kept) return kept
    const judge = (): Rgba | 'hidden' | 'open' => {
      const style = getComputedStyle(el)
      if (Number(style.opacity) < 0.06) return 'hidden'
      if (style.backgroundImage !== 'none') return 'open'
      const colour = rgba(style.backgroundColor)
      if (colour && colour[3] > 0.5) return colour
      // Something positioned may lie over a picture that is no ancestor: only what a plain page shows is judged.
      if (/^(IMG|VIDEO|CANVAS)$/.test(el.tagName) || /^(absolute|fixed)$/.test(style.position)) return 'open'
      const above = page.up(el)
      return above ? ground(above, known) : [255, 255, 255, 1]
    }
    const found = judge()
    known.ground.set(el, found)
    return found
  }
  const muted = (el: Element, known: Judged): boolean => {
    const kept = known.muted.get(el)
    if (kept !== undefined) return kept
    const above = page.up(el)
    const found = el.getAttribute('aria-hidden') === 'true' || (!!above && muted(above, known))
    known.muted.set(el, found)
    return found
  }

  // The same colour as what is behind it, or too small to read: a person does not see it, so neither does the list.
  page.hiddenText = (el) => {
    if (!judged) {
      judged = { text: new Map(), ground: new Map(), muted: new Map() }
      queueMicrotask(() => {
        judged = undefined
      })
    }
    const known = judged
    const kept = known.text.get(el)
    if (kept !== undefined) return kept
    const judge = (): boolean => {
      if (muted(el, known)) return true
      const style = getComputedStyle(el)
      if (Number.parseFloat(style.fontSize) < 3) return true
      const colour = rgba(style.color)
      if (!colour) return false
      if (colour[3] < 0.06) return true
      const behind = ground(el, known)
      if (behind === 'hidden') return true
      if (behind === 'open') return false
      const far =
        Math.abs(colour[0] - behind[0]) + Math.abs(colour[1] - behind[1]) + Math.abs(colour[2] - behind[2])
      if (far >= 12) return false
      return (
        style.textShadow === 'none' &&
        !(Number.parseFloat(style.getPropertyValue('-webkit-text-stroke-width')) > 0)
      )
    }
    const hidden = judge()
    known.text.set(el, hidden)
    return hidden
  }

  page.textOf = (el, max) => {
    let text = ''
    const read = (node: Node): void => {
      if (text.length > max * 2) return
      if (node instanceof Text) {
        const parent = page.up(node)
        if (!node.data.trim()) text += ' '
        else if (parent && !page.hiddenText(parent)) text += node.data
        return
      }
      if (!(node instanceof Element)) return
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|SELECT|TEXTAREA)$/.test(node.tagName)) return
      if (node !== el && !page.visible(node)) return
      const r = node !== el ? node.getBoundingClientRect() : null
      if (r && (r.width <= 1 || r.height <= 1) && getComputedStyle(node).overflow !== 'visible') return
      if (node instanceof HTMLImageElement) {
        if (node.alt) text += ` ${node.alt} `
        return
      }
      const block =
        node !== el && !/^(SPAN|B|I|EM|STRONG|A|SMALL|SUB|SUP|FONT|MARK|U|CODE)$/.test(node.tagName)
      if (block) text += ' '
      for (const child of page.down(node)) read(child)
      if (block) text += ' '
    }
    read(el)
    return page.cut(page.clean(text), max)
  }

  const byIds = (el: Element, attr: string): string =>
    (el.getAttribute(attr) ?? '')
      .split(/\s+/)
      .map((id) => (id ? (el.getRootNode() as Document | ShadowRoot).getElementById?.(id) : null))
      .map((other) => (other ? page.clean(other.textContent ?? '') : ''))
      .filter(Boolean)
      .join(' ')

  const nearLabel = (el: Element): string => {
    const before = el.previousSibling
    if (before instanceof Text && page.clean(before.data)) return page.clean(before.data)
    if (before instanceof Element && before.tagName !== 'BR' && !page.strength(before)) {
      const words = page.textOf(before, 60)
      if (words) return words
    }
    const cell = el.closest('td')
    const other = cell?.previousElementSibling
    if (other && !other.querySelector('input,select,textarea')) return page.textOf(other, 60)
    if (/^(checkbox|radio)$/.test((el as HTMLInputElement).type ?? '')) {
      const after = el.nextSibling
      if (after instanceof Text) return page.clean(after.data)
      if (after instanceof Element && !page.strength(after)) return page.textOf(after, 60)
    }
    return ''
  }

  page.nameOf = (el) => {
    const labelled = byIds(el, 'aria-labelledby') || page.clean(el.getAttribute('aria-label') ?? '')
    if (labelled) return page.cut(labelled, 100)
    const field =
      el instanceof HTMLInputElement || el instanceof HTMLSelectElement || el instanceof HTMLTextAreaElement
    if (field) {
      if (el instanceof HTMLInputElement && /^(button|submit|reset|image)$/.test(el.type))
        return page.cut(
          page.clean(
            el.value ||
              el.alt ||
              el.title ||
              (el.type === 'submit' ? 'Submit' : el.type === 'reset' ? 'Reset' : ''),
          ),
          100,
        )
      const label = Array.from(el.labels ?? [])
        .map((l) => page.textOf(l, 100))
        .filter(Boolean)
        .join(' ')
      const hint = ('placeholder' in el ? page.clean(el.placeholder) : '') || page.clean(el.title)
      return page.cut(label || hint || nearLabel(el) || page.clean(el.name), 100)
    }
    if (page.isEditable(el)) {
      return page.cut(
        page.clean(
          el.getAttribute('aria-placeholder') ??
            el.getAttribute('data-placeholder') ??
            el.getAttribute('title') ??
            '',
        ) || nearLabel(el),
        100,
      )
    }
    const text = page.textOf(el, 100)
    if (text) return text
    const alt = page.clean(el.getAttribute('alt') ?? el.getAttribute('title') ?? '')
    if (alt) return page.cut(alt, 100)
    const svgTitle = el.querySelector('svg title, title')
    if (svgTitle?.textContent) return page.cut(page.clean(svgTitle.textContent), 100)
    return ''
  }

  page.hints = (el) => {
    const parts: string[] = []
    const tokens = (of: Element): string[] =>
      (of.getAttribute('class') ?? '')
        .split(/\s+/)
        .filter((t) => t && t.length < 25 && !/\d{4,}|__|^css-/.test(t))
    const own = [...tokens(el), ...(el.firstElementChild ? tokens(el.firstElementChild) : [])].slice(0, 2)
    if (el.id && el.id.length < 25 && !/\d{4,}/.test(el.id)) parts.push(`#${el.id}`)
    if (own.length) parts.push(own.map((t) => `.${t}`).join(''))
    const image = el instanceof HTMLImageElement ? el : el.querySelector('img,use,image')
    const file =
      image?.getAttribute('src') ?? image?.getAttribute('href') ?? image?.getAttribute('xlink:href') ?? ''
    if (file && !file.startsWith('data:'))
      parts.push(`icon=${file.split(/[?#]/)[0]!.split('/').pop() || file}`.slice(0, 40))
    const href = el.getAttribute('href')
    if (href && !/^(#|javascript:)?$/.test(href))
      parts.push(`href=${page.cut(href.split(/[?#]/)[0]!.split('/').filter(Boolean).pop() ?? href, 40)}`)
    const style = getComputedStyle(el)
    if (el instanceof SVGElement) {
      const fill = page.colourName(style.fill)
      if (fill && style.fill !== 'none') parts.push(`fill=${fill}`)
      const box = el.getBoundingClientRect()
      parts.push(`size=${Math.round(Math.max(box.width, box.height))}`)
    } else {
      const bg = page.colourName(style.backgroundColor)
      if (bg) parts.push(`bg=${bg}`)
      const picture = style.backgroundImage.match(/url\("?([^")]+)"?\)/)?.[1]
      if (picture && !picture.startsWith('data:'))
        parts.push(`icon=${picture.split(/[?#]/)[0]!.split('/').pop()}`.slice(0, 40))
    }
    return parts.join(' ')
  }

  page.rowOf = (el) => {
    let at = page.up(el)
    for (let i = 0; at && i < 8; i++, at = page.up(at)) {
      if (!at.matches('tr,li,[role=row],[role=listitem],[role=article],article,fieldset,dd')) continue
      const text = at.textContent ?? ''
      if (text.length < 2000) return page.cut(page.clean(text), 60)
      return page.cut(page.clean(text.slice(0, 300)), 60)
    }
    return ''
  }
  // Whatever stands right beside it, in the smallest thing around both.
  page.nearText = (el) => {
    const own = page.clean(el.textContent ?? '')
    let at = page.up(el)
    for (let i = 0; at && i < 4; i++, at = page.up(at)) {
      if (at === document.body || at.childElementCount > 12) return ''
      const text = page.clean(at.textContent ?? '')
      if (text.length > 300) return ''
      const rest = own ? page.clean(text.replace(own, ' ')) : text
      if (rest) return page.cut(rest, 60)
    }
    return ''
  }
  page.signature = (el) => ({
    kind: page.kindOf(el),
    name: page.nameOf(el) || page.hints(el),
    row: page.rowOf(el),
  })
}
