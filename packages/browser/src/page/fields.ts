import type { PageCode } from './page-code.ts'
import type { FieldInfo } from './words.ts'

/** Form fields: how each is filled, native values set so that the page's own code hears of it, and what then stands in them. */
export function fields(page: PageCode): void {
  const own = (id: number): Element | null => {
    const el = page.byId(id)
    return el instanceof HTMLLabelElement && el.control ? el.control : el
  }
  const nativeTypes = /^(date|time|datetime-local|month|week|color|range)$/

  page.readField = (el) => {
    if (
      el instanceof HTMLInputElement ||
      el instanceof HTMLTextAreaElement ||
      el instanceof HTMLSelectElement
    )
      return el.value
    if (page.isEditable(el) || (el instanceof HTMLElement && el.isContentEditable)) return page.drawn(el)
    return el.getAttribute('aria-valuenow') ?? page.textOf(el, 200)
  }
  const wayOf = (el: Element): FieldInfo['way'] => {
    if (el instanceof HTMLSelectElement) return 'select'
    if (el instanceof HTMLTextAreaElement) return 'text'
    if (el instanceof HTMLInputElement) {
      if (el.type === 'checkbox') return 'check'
      if (el.type === 'radio') return 'radio'
      if (el.type === 'file') return 'file'
      if (nativeTypes.test(el.type)) return 'native'
      if (/^(button|submit|reset|image)$/.test(el.type))
        return el.getAttribute('aria-haspopup') ? 'combo' : 'none'
      return 'text'
    }
    if (el instanceof HTMLElement && el.isContentEditable) return 'rich'
    const role = el.getAttribute('role')
    if (role === 'checkbox' || role === 'switch' || role === 'menuitemcheckbox') return 'check'
    if (role === 'radio') return 'radio'
    if (role === 'combobox' || role === 'listbox' || el.getAttribute('aria-haspopup') === 'listbox')
      return 'combo'
    if (role === 'textbox' || role === 'searchbox' || role === 'spinbutton') return 'text'
    const inner = el.querySelector('input:not([type=hidden]),textarea')
    if (inner && page.shows(inner)) return 'text'
    return el.getAttribute('aria-haspopup') ? 'combo' : 'none'
  }
  page.fieldInfo = (id) => {
    const el = own(id)
    if (!el) return null
    const input = el as HTMLInputElement
    const auto = el.getAttribute('aria-autocomplete')
    const info: FieldInfo = {
      way: wayOf(el),
      type: input.type ?? '',
      value: page.isSecret(el) ? '' : page.readField(el),
      secret: page.isSecret(el),
      disabled: page.isDisabled(el),
      readonly: input.readOnly === true && el.matches('input,textarea'),
      autocomplete:
        (!!auto && auto !== 'none') ||
        el.getAttribute('role') === 'combobox' ||
        !!(el as HTMLInputElement).list ||
        /autocomplete|typeahead|suggest/.test(el.className.toString?.() ?? ''),
      kind: page.kindOf(el),
      name: page.nameOf(el) || page.hints(el),
    }
    if (info.way === 'check' || info.way === 'radio')
      info.checked = el instanceof HTMLInputElement ? el.checked : el.getAttribute('aria-checked') === 'true'
    if (input.multiple === true) info.multiple = true
    if (input.maxLength > 0) info.maxLength = input.maxLength
    if (el.matches(':invalid') && input.validationMessage)
      info.invalid = page.cut(input.validationMessage, 120)
    return info
  }

  // Through the prototype's setter: frameworks shadow the property on the element to notice what is not typed.
  page.setNative = (id, value) => {
    const el = own(id)
    if (!(el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement))
      return { ok: false, value: '', error: 'no field' }
    const proto = el instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    const set = Object.getOwnPropertyDescriptor(proto, 'value')!.set!
    el.focus()
    set.call(el, value)
    el.dispatchEvent(
      new InputEvent('input', {
        bubbles: true,
        composed: true,
        inputType: 'insertReplacementText',
        data: value,
      }),
    )
    el.dispatchEvent(new Event('change', { bubbles: true }))
    const error =
      value && !el.value
        ? `the field does not take "${value}"`
        : el.validity && !el.validity.valid
          ? el.validationMessage
          : undefined
    return { ok: el.value !== '' || value === '', value: el.value, error }
  }
  page.selectAll = (id) => {
    const el = own(id)
    if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
      el.focus()
      el.select()
      return
    }
    if (el instanceof HTMLElement) {
      el.focus()
      const range = document.createRange()
      range.selectNodeContents(el)
      const selection =
        (el.getRootNode() as Document & { getSelection?: () => Selection | null }).getSelection?.() ??
        getSelection()
      selection?.removeAllRanges()
      selection?.addRange(range)
    }
  }

  const folded = (text: string): string => page.squash(text)
  page.options = (id) => {
    const el = own(id)
    if (!(el instanceof HTMLSelectElement)) return []
    return Array.from(el.options).map((o, index) => ({
      index,
      label: page.clean(o.label),
      value: o.value,
      group: o.parentElement instanceof HTMLOptGroupElement ? page.clean(o.parentElement.label) : undefined,
      disabled: o.disabled || (o.parentElement instanceof HTMLOptGroupElement && o.parentElement.disabled),
      selected: o.selected,
    }))
  }
  const nearest = (wanted: string, labels: string[]): string[] => {
    const words = new Set(folded(wanted).split(/\s+/))
    const score = (label: string): number => {
      const l = folded(label)
      let n = l.includes(folded(wanted)) || folded(wanted).includes(l) ? 5 : 0
      for (const w of l.split(/\s+/)) if (words.has(w)) n += 2
      for (let i = 0; i < Math.min(l.length, wanted.length) && l[i] === folded(wanted)[i]; i++) n += 0.5
      return n
    }
    return [...labels].sort((a, b) => score(b) - score(a)).slice(0, 5)
  }
  page.choose = (id, wanted) => {
    const el = own(id)
    if (!(el instanceof HTMLSelectElement)) return { ok: false, chosen: [] }
    const all = Array.from(el.options)
    const hits: HTMLOptionElement[] = []
    for (const want of wanted) {
      const w = folded(want)
      const grouped = (o: HTMLOptionElement): string =>
        o.parentElement instanceof HTMLOptGroupElement
          ? `${folded(o.parentElement.label)} / ${folded(o.label)}`
          : ''
      const byLabel = all.filter(
        (o) => folded(o.label) === w || grouped(o) === w.replace(/\s*[/>]\s*/, ' / '),
      )
      const hit =
        byLabel[0] ??
        all.find((o) => o.value === want) ??
        (all.filter((o) => folded(o.label).includes(w)).length === 1
          ? all.find((o) => folded(o.label).includes(w))
          : undefined) ??
        (/^#\d+$/.test(want) ? all[Number(want.slice(1))] : undefined)
      if (!hit)
        return {
          ok: false,
          chosen: [],
          missing: want,
          near: nearest(
            want,
            all.map((o) => page.clean(o.label)),
          ),
        }
      if (byLabel.length > 1) {
        const values = byLabel.map((o) => `${grouped(o) || folded(o.label)} (value ${o.value})`)
        return { ok: false, chosen: [], missing: want, near: values, kind: 'many' }
      }
      if (hit.disabled) return { ok: false, chosen: [], missing: want, near: [], kind: 'disabled' }
      hits.push(hit)
    }
    el.focus()
    if (el.multiple) for (const o of all) o.selected = hits.includes(o)
    else el.selectedIndex = all.indexOf(hits[0]!)
    el.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    el.dispatchEvent(new Event('change', { bubbles: true }))
    return { ok: true, chosen: Array.from(el.selectedOptions).map((o) => page.clean(o.label)) }
  }

  page.fileInput = (id) => {
    const el = page.byId(id)
    if (!el) return null
    if (el instanceof HTMLInputElement && el.type === 'file') return el
    if (
      el instanceof HTMLLabelElement &&
      el.control instanceof HTMLInputElement &&
      el.control.type === 'file'
    )
      return el.control
    const within = el.querySelector('input[type=file]')
    if (within) return within
    const label = page.closest(el, 'label')
    if (
      label instanceof HTMLLabelElement &&
      label.control instanceof HTMLInputElement &&
      label.control.type === 'file'
    )
      return label.control
    return null
  }
  page.fileOf = (id) => {
    const el = page.fileInput(id)
    if (!(el instanceof HTMLInputElement)) return null
    return {
      multiple: el.multiple,
      accept: el.accept,
      folder: el.webkitdirectory,
      files: Array.from(el.files ?? []).map((f) => ({ name: f.name, size: f.size })),
    }
  }
  page.inputInfo = (el) => ({
    multiple: (el as HTMLInputElement).multiple,
    accept: (el as HTMLInputElement).accept,
  })
  page.filesDropped = (el) =>
    Array.from((el as HTMLInputElement).files ?? []).map((f) => ({ name: f.name, size: f.size }))

  page.secretsOnPage = () => {
    let found = false
    page.everything((el) => {
      if (found) return false
      if (page.isSecret(el) && page.shows(el)) found = true
      return undefined
    })
    return found
  }
  page.secretValues = () => {
    const values: string[] = []
    page.everything((el) => {
      if (el instanceof HTMLInputElement && el.value.length >= 3 && page.isSecret(el)) values.push(el.value)
      return undefined
    })
    return values
  }
  page.formOf = (id) => {
    const el = own(id)
    const form = el ? page.closest(el, 'form') : null
    if (!(form instanceof HTMLFormElement)) return null
    const secret = Array.from(form.elements).some((f) => page.isSecret(f))
    const button = Array.from(form.elements).find(
      (f) =>
        (f instanceof HTMLButtonElement && f.type === 'submit') ||
        (f instanceof HTMLInputElement && /^(submit|image)$/.test(f.type)),
    )
    return { secret, submit: button ? page.nameOf(button) || 'Submit' : '' }
  }

  page.submitOf = (id) => {
    const el = own(id)
    const form = el ? page.closest(el, 'form') : null
    if (!(form instanceof HTMLFormElement)) return 0
    for (const f of form.elements) {
      if (!page.shows(f)) continue
      if (
        (f instanceof HTMLButtonElement && f.type === 'submit') ||
        (f instanceof HTMLInputElement && /^(submit|image)$/.test(f.type))
      )
        return page.idOf(f)
    }
    return 0
  }
  page.scrollPage = (id) => {
    const el = page.byId(id)
    if (el) el.scrollTop += Math.max(20, el.clientHeight * 0.9)
  }

  // The options that an open list offers: of the list that the field names, else of any that shows.
  page.optionList = (next, near) => {
    page.next = Math.max(page.next, next)
    const field = near ? own(near) : null
    const named =
      field?.getAttribute('aria-controls') ??
      field?.getAttribute('aria-owns') ??
      field?.querySelector('[aria-controls]')?.getAttribute('aria-controls')
    const root = field?.getRootNode() as Document | ShadowRoot | undefined
    const list = named ? (root?.getElementById?.(named) ?? document.getElementById(named)) : null
    const items: Element[] = []
    let holder: Element | null = list && page.shows(list) ? list : null
    page.everything((el) => {
      if (items.length >= 60) return false
      if (
        !el.matches(
          '[role=option],[role=menuitem],[role=menuitemradio],.ui-menu-item,[role=listbox] li,[role=listbox] > *',
        )
      )
        return
      if (!page.shows(el) || el.querySelector('[role=option]')) return
      items.push(el)
      holder ??= page.closest(el, '[role=listbox],[role=menu],ul')
      return undefined
    }, holder ?? undefined)
    let scroller: Element | null = holder ?? items[0] ?? null
    while (
      scroller &&
      !(
        scroller.scrollHeight > scroller.clientHeight + 2 &&
        /auto|scroll/.test(getComputedStyle(scroller).overflowY)
      )
    )
      scroller = page.up(scroller)
    if (scroller === document.body || scroller === document.documentElement) scroller = null
    const more = scroller ? scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 2 : false
    return {
      items: items.map((el) => page.describe(el, 0)),
      next: page.next,
      scroller: scroller ? page.idOf(scroller) : 0,
      more,
    }
  }
}
