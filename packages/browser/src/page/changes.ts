import type { PageCode } from './page-code.ts'

/** What changes by itself is noise; what changes after an action is its effect, also when it is gone again. */
export function changes(page: PageCode): void {
  const lastSeen = new WeakMap<Node, number>()
  const noisy = new WeakSet<Node>()
  const watched = new WeakSet<Node>()
  const noiseWindow = 1500
  let armed = Number.POSITIVE_INFINITY
  let acting = false
  let last = -1
  let mutations = 0
  let stirs = 0
  let removed = 0
  let toasts: string[] = []
  let added: string[] = []

  const live = (el: Element | null): boolean => {
    for (let at = el, i = 0; at && i < 6; i++, at = page.up(at)) {
      if (/^(alert|status|log)$/.test(at.getAttribute('role') ?? '')) return true
      const spoken = at.getAttribute('aria-live')
      if (spoken && spoken !== 'off') return true
      if (/\b(toast|snackbar|notification|flash-message)\b/i.test(at.getAttribute('class') ?? '')) return true
    }
    return false
  }
  const floats = (el: Element): boolean => {
    for (let at: Element | null = el, i = 0; at && i < 3; i++, at = page.up(at))
      if (getComputedStyle(at).position === 'fixed') return true
    return false
  }
  const keep = (list: string[], text: string, max: number): void => {
    const words = page.cut(page.clean(text), 200)
    if (words && list.length < max && !list.includes(words)) list.push(words)
  }
  const plain = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|LINK|META)$/.test(node.tagName))
      return ''
    if (!node.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return ''
    return page.textOf(node, 200)
  }

  const isNoise = (node: Node): boolean => {
    if (noisy.has(node)) return true
    const seen = lastSeen.get(node)
    if (seen !== undefined && seen < armed && seen > armed - noiseWindow) {
      noisy.add(node)
      return true
    }
    return false
  }
  const quietParents = (node: Node): boolean => {
    for (let at: Node | null = node, i = 0; at && i < 4; i++, at = at.parentNode) if (isNoise(at)) return true
    return false
  }
  const onRecords = (records: MutationRecord[]): void => {
    const now = performance.now()
    for (const record of records) {
      const { target } = record
      if (now >= armed && !quietParents(target)) {
        mutations++
        last = now - armed
        note(record)
      }
      // What an action itself changes is no noise for the next one.
      if (!acting) lastSeen.set(target, now)
    }
  }
  const note = (record: MutationRecord): void => {
    const target = record.target instanceof Element ? record.target : page.up(record.target)
    if (target && document.head?.contains(target)) return
    if (record.type === 'characterData') {
      if (live(target)) keep(toasts, target ? page.textOf(target, 200) : '', 8)
      else keep(added, (record.target as Text).data, 40)
      return
    }
    if (record.type === 'attributes') {
      if (target && live(target) && target.checkVisibility()) keep(toasts, page.textOf(target, 200), 8)
      return
    }
    removed += record.removedNodes.length
    for (const node of record.addedNodes) {
      const text = plain(node)
      if (!page.clean(text)) continue
      const el = node instanceof Element ? node : target
      if (live(el) || (el && node instanceof Element && floats(el))) keep(toasts, text, 8)
      else keep(added, text, 40)
    }
  }

  const observer = new MutationObserver(onRecords)
  const observe = (root: Node): void => {
    if (watched.has(root)) return
    watched.add(root)
    observer.observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: [
        'class',
        'style',
        'hidden',
        'open',
        'value',
        'disabled',
        'checked',
        'aria-expanded',
        'aria-checked',
        'aria-selected',
        'aria-hidden',
        'src',
        'href',
      ],
    })
  }
  page.onRoot = observe
  page.watch = () => observe(document)
  page.arm = () => {
    page.watch()
    onRecords(observer.takeRecords())
    armed = performance.now()
    acting = true
    last = -1
    mutations = 0
    stirs = 0
    removed = 0
    toasts = []
    added = []
    return armed
  }
  page.happened = (over) => {
    onRecords(observer.takeRecords())
    if (over) acting = false
    return { last, toasts, added, removed, mutations }
  }
  // Not every effect is a change of the tree: a box is ticked, a field takes the focus.
  const onStir = (event: Event): void => {
    if (
      event.type !== 'focusin' ||
      (event.target instanceof Element && event.target.matches('input,textarea,select,[contenteditable]'))
    )
      stirs++
  }
  for (const type of ['input', 'change', 'toggle', 'focusin'])
    document.addEventListener(type, onStir, { capture: true, passive: true })
  page.stirred = (ms) =>
    new Promise((done) => {
      const until = performance.now() + ms
      const look = (): void => {
        onRecords(observer.takeRecords())
        if (mutations || stirs) done(true)
        else if (performance.now() >= until) done(false)
        else setTimeout(look, 30)
      }
      look()
    })
  page.quiet = (ms, cap) =>
    new Promise((done) => {
      const until = performance.now() + cap
      const look = (): void => {
        onRecords(observer.takeRecords())
        const now = performance.now()
        const rest = last < 0 ? 0 : armed + last + ms - now
        if (rest <= 0) done(true)
        else if (now >= until) done(false)
        else setTimeout(look, Math.min(rest, until - now, 60))
      }
      look()
    })
}
