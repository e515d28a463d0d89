import type { Reasoning } from '../chat-model.ts'
import { isObject, type JsonObject, listAt, textAt } from '../wire/json-value.ts'

const textFields = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

/** Collects reasoning under whichever name it comes, whole and with the field it must go back under. */
export class ReasoningCollector {
  #field: string | undefined
  #text = ''
  readonly #details: JsonObject[] = []

  /** What is new in this delta, for people; servers that send one text under two names are read once. */
  add(delta: JsonObject): string {
    for (const detail of listAt(delta, 'reasoning_details')) {
      if (isObject(detail)) this.#addDetail(detail)
    }
    const names = this.#field ? [this.#field, ...textFields] : textFields
    const field = names.find((name) => textAt(delta, name))
    const text = (field && textAt(delta, field)) ?? parts(delta)
    if (!text) return ''
    this.#field ??= field ?? 'content'
    this.#text += text
    return text
  }

  /** Text that stood between think tags in the answer. */
  addThink(text: string) {
    this.#field ??= 'think'
    this.#text += text
  }

  get length(): number {
    return this.#text.length
  }

  result(): Reasoning | undefined {
    if (this.#details.length > 0) {
      const text =
        this.#text || this.#details.map((d) => textAt(d, 'text') ?? textAt(d, 'summary') ?? '').join('')
      return { field: 'reasoning_details', text, value: this.#details }
    }
    return this.#text === '' ? undefined : { field: this.#field ?? 'reasoning_content', text: this.#text }
  }

  // Fragments of one detail share type and index; their texts are one text.
  #addDetail(detail: JsonObject) {
    const open = this.#details.at(-1)
    const same =
      open && open.type === detail.type && open.index === detail.index && open.id === (detail.id ?? open.id)
    if (!same) {
      this.#details.push({ ...detail })
      return
    }
    for (const [key, value] of Object.entries(detail)) {
      const before = open[key]
      const joins =
        ['text', 'summary', 'data'].includes(key) && typeof before === 'string' && typeof value === 'string'
      if (value !== null && value !== undefined) open[key] = joins ? before + value : value
    }
  }
}

// Mistral: content is a list, and thinking is one of its parts.
function parts(delta: JsonObject): string | undefined {
  const texts = listAt(delta, 'content').flatMap((part) => {
    if (textAt(part, 'type') !== 'thinking') return []
    return textAt(part, 'thinking') ?? listAt(part, 'thinking').map((piece) => textAt(piece, 'text') ?? '')
  })
  return texts.length > 0 ? texts.join('') : undefined
}
