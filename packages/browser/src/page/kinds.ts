import type { PageCode } from './page-code.ts'

/** What can be used, what it is, and in which state. */
export function kinds(page: PageCode): void {
  const widgetRoles = new Set(
    'button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option combobox textbox searchbox slider spinbutton treeitem gridcell listbox'.split(
      ' ',
    ),
  )
  const handlers = [
    'onclick',
    'onmousedown',
    'onmouseup',
    'onpointerdown',
    'onpointerup',
    'ondblclick',
    'oncontextmenu',
    'ontouchstart',
  ]
  const heardBy = new WeakSet<EventTarget>()

  page.listening = new WeakSet()
  // The page's own world tells what it listens to by an event that nobody else gets to see.
  page.listenFor = (eventName) => {
    addEventListener(
      eventName,
      (event) => {
        event.stopImmediatePropagation()
        const target = event.composedPath()[0]
        if (target instanceof Element) page.listening.add(target)
        else if (target) heardBy.add(target)
      },
      { capture: true },
    )
  }
  page.hearsClicks = (el) => {
    let at: Element | null = el
    while (at) {
      if (page.listening.has(at) || handlers.some((h) => at!.hasAttribute(h))) return true
      if (at instanceof HTMLAnchorElement && at.href) return true
      if (/^(BUTTON|INPUT|SELECT|SUMMARY|LABEL)$/.test(at.tagName) && at.closest('form')) return true
      at = page.up(at)
    }
    return heardBy.has(document) || heardBy.has(window)
  }

  page.isEditable = (el) =>
    el instanceof HTMLElement &&
    el.isContentEditable &&
    !(page.up(el) as HTMLElement | null)?.isContentEditable
  page.labelOf = (el) => (el instanceof HTMLInputElement && el.labels?.length ? (el.labels[0] ?? null) : null)
  page.controlOf = (el) => (el instanceof HTMLLabelElement ? el.control : null)
  page.isSecret = (el) => {
    if (!(el instanceof HTMLInputElement)) return false
    if (el.type === 'password') return true
    const auto = (el.getAttribute('autocomplete') ?? '').toLowerCase()
    if (/\bcc-(number|csc|exp|exp-month|exp-year)\b|one-time-code|(current|new)-password/.test(auto))
      return true
    if (getComputedStyle(el).getPropertyValue('-webkit-text-security') !== 'none') return true
    const words = `${el.name} ${el.id} ${el.getAttribute('aria-label') ?? ''} ${el.placeholder}`.toLowerCase()
    return /\b(otp|cvv|cvc|csc|card.?number|cardnumber|passcode|one.?time|security.?code)\b|卡号|验证码|安全码|密码/.test(
      words,
    )
  }
  page.isDisabled = (el) => {
    if (el.matches(':disabled')) return true
    return !!page.closest(el, '[aria-disabled="true"]')
  }

  /** 2 = a control by its own nature, 1 = only behaves like one, 0 = neither. */
  page.strength = (el) => {
    switch (el.tagName) {
      case 'BUTTON':
      case 'SELECT':
      case 'TEXTAREA':
      case 'SUMMARY':
        return 2
      case 'INPUT':
        return (el as HTMLInputElement).type === 'hidden' ? 0 : 2
      case 'A':
      case 'AREA':
        if (el.hasAttribute('href')) return 2
        break
      case 'LABEL':
        if ((el as HTMLLabelElement).control) return 1
        break
      case 'VIDEO':
      case 'AUDIO':
        if (el.hasAttribute('controls')) return 2
        break
      case 'HTML':
      case 'BODY':
        return 0
    }
    const role = el.getAttribute('role')
    if (role && widgetRoles.has(role)) return 2
    if (page.isEditable(el)) return 2
    if (page.listening.has(el)) return 1
    const tabindex = el.getAttribute('tabindex')
    if (tabindex !== null && Number(tabindex) >= 0) return 1
    if (el.hasAttribute('draggable') && el.getAttribute('draggable') === 'true') return 1
    for (const h of handlers) if (el.hasAttribute(h)) return 1
    return 0
  }

  page.kindOf = (el) => {
    const tag = el.tagName.toLowerCase()
    const role = el.getAttribute('role')
    if (tag === 'input') return `input type=${(el as HTMLInputElement).type}`
    if (role && role !== tag && role !== 'presentation' && role !== 'none') return `${tag} role=${role}`
    if (page.isEditable(el)) return `${tag} editable`
    return tag
  }

  page.deepFocus = () => {
    let at = document.activeElement
    while (at) {
      const inner: Element | null = page.rootOf(at)?.activeElement ?? null
      if (!inner) break
      at = inner
    }
    return at === document.body || at === document.documentElement ? null : at
  }

  const dateFormats: Record<string, string> = {
    date: 'YYYY-MM-DD',
    time: 'HH:MM',
    'datetime-local': 'YYYY-MM-DDTHH:MM',
    month: 'YYYY-MM',
    week: 'YYYY-Www',
    color: '#rrggbb',
  }
  const inputStates = (el: HTMLInputElement, out: Record<string, string | true>): void => {
    if (el.type === 'checkbox' || el.type === 'radio') {
      if (el.indeterminate) out.mixed = true
      else if (el.checked) out.checked = true
      return
    }
    if (/^(button|submit|reset|image)$/.test(el.type)) return
    if (el.type === 'file') {
      out.files = String(el.files?.length ?? 0)
      if (el.accept) out.accept = page.cut(el.accept, 60)
      if (el.multiple) out.multiple = true
      return
    }
    if (page.isSecret(el)) out.value = el.value ? '(hidden)' : ''
    else out.value = page.cut(page.clean(el.value), 120)
    if (dateFormats[el.type]) out.format = dateFormats[el.type]!
    for (const key of ['min', 'max', 'step', 'pattern'] as const)
      if (el[key]) out[key] = page.cut(el[key], 60)
    if (el.maxLength > 0 && el.maxLength < 1000) out.maxlength = String(el.maxLength)
    if (el.list || el.getAttribute('aria-autocomplete')) out.autocomplete = true
  }
  const selectStates = (el: HTMLSelectElement, out: Record<string, string | true>): void => {
    const chosen = Array.from(el.selectedOptions).map((o) => page.clean(o.label))
    out.value = page.cut(chosen.slice(0, 4).join(', '), 120)
    const names = Array.from(el.options)
      .slice(0, 4)
      .map((o) => page.cut(page.clean(o.label), 24))
    out.options = `${names.join(' | ')}${el.options.length > 4 ? ` … ${el.options.length} in all` : ''}`
    if (el.multiple) out.multiple = true
  }

  page.states = (el) => {
    const out: Record<string, string | true> = {}
    if (el instanceof HTMLInputElement) inputStates(el, out)
    else if (el instanceof HTMLSelectElement) selectStates(el, out)
    else if (el instanceof HTMLTextAreaElement) out.value = page.cut(page.clean(el.value), 120)
    else if (page.isEditable(el)) out.value = page.cut(page.clean(page.drawn(el)), 120)
    for (const key of ['checked', 'pressed', 'selected', 'current'] as const) {
      const v = el.getAttribute(`aria-${key}`)
      if (v && v !== 'false') out[key] = v === 'true' ? true : v
      else if (v === 'false' && key !== 'current' && key !== 'selected') out[key] = 'false'
    }
    const expanded = el.getAttribute('aria-expanded')
    if (expanded) out.expanded = expanded
    if (el.tagName === 'SUMMARY')
      out.expanded = String((el.parentElement as HTMLDetailsElement)?.open ?? false)
    const now = el.getAttribute('aria-valuetext') ?? el.getAttribute('aria-valuenow')
    if (now !== null) out.value = page.cut(now, 60)
    if (page.isDisabled(el)) out.disabled = true
    const field = el as HTMLInputElement
    if (field.readOnly === true && el.matches('input,textarea')) out.readonly = true
    if (field.required === true) out.required = true
    if (el.getAttribute('aria-invalid') === 'true' || el.matches(':user-invalid'))
      out.invalid = page.cut(field.validationMessage || 'yes', 80)
    if (el.hasAttribute('aria-haspopup') && el.getAttribute('aria-haspopup') !== 'false')
      out.opens = el.getAttribute('aria-haspopup') === 'true' ? 'menu' : el.getAttribute('aria-haspopup')!
    if (el === page.deepFocus()) out.focused = true
    return out
  }
}
