import { isObject, type JsonObject, numberAt, parseJson, textAt } from '../wire/json-value.ts'

export interface CallSlot {
  id: string
  name: string
  /** text so far, or the object of a server that sends one */
  arguments: string | JsonObject | undefined
  extra: JsonObject
}

export interface SlotChange {
  slot: number
  name?: string
  arguments?: string
}

const ownFields = new Set(['index', 'id', 'type', 'function'])

/**
 * Sorts fragments of tool calls into calls. The index is only a hint: servers leave it out, start at 1 or use 0 for
 * all, so that a new id with a name, or a name after finished arguments, opens a new call.
 */
export class CallSlots {
  readonly slots: CallSlot[] = []
  readonly #byIndex = new Map<number, number>()
  readonly #isTool: (name: string) => boolean

  constructor(isTool: (name: string) => boolean) {
    this.#isTool = isTool
  }

  /** `fragments` is the tool_calls list of one delta (or of a whole message). */
  add(fragments: readonly unknown[]): SlotChange[] {
    return fragments.flatMap((fragment, position) => {
      if (!isObject(fragment)) return []
      const fallback = fragments.length > 1 ? position : undefined
      return [this.#addOne(fragment, numberAt(fragment, 'index') ?? fallback)]
    })
  }

  #addOne(fragment: JsonObject, index: number | undefined): SlotChange {
    // Some servers put name and arguments beside the id instead of under `function`.
    const fn = isObject(fragment.function) ? fragment.function : fragment
    const id = textAt(fragment, 'id') ?? ''
    const name = textAt(fn, 'name') ?? ''
    const at = this.#find(index, id, name)
    const slot = this.slots[at]!
    if (index !== undefined) this.#byIndex.set(index, at)
    if (id !== '' && slot.id === '') slot.id = id
    const said: SlotChange = { slot: at }
    if (name !== '' && slot.name !== name) {
      slot.name = slot.name !== '' && this.#isTool(slot.name + name) ? slot.name + name : slot.name || name
      said.name = slot.name
    }
    const addition = addArguments(slot, fn.arguments)
    if (addition !== '') said.arguments = addition
    keepExtra(slot, fragment, fn)
    return said
  }

  #find(index: number | undefined, id: string, name: string): number {
    const open = index === undefined ? undefined : this.#byIndex.get(index)
    const byId = id === '' ? -1 : this.slots.findIndex((slot) => slot.id === id)
    if (index === undefined && byId >= 0 && !this.#startsAnew(this.slots[byId]!, '', name)) return byId
    const nameless = name === '' ? (byId >= 0 ? byId : id === '' ? this.slots.length - 1 : -1) : -1
    const candidate = open ?? (index === undefined ? this.slots.length - 1 : nameless)
    const slot = this.slots[candidate]
    if (slot && !this.#startsAnew(slot, id, name)) return candidate
    return this.slots.push({ id, name: '', arguments: undefined, extra: {} }) - 1
  }

  #startsAnew(slot: CallSlot, id: string, name: string): boolean {
    if (name === '') return false
    const complete = isComplete(slot.arguments)
    if (id !== '' && slot.id !== '' && id !== slot.id) {
      // A server that makes a new id for every fragment repeats the name while the arguments are still open.
      const churn =
        slot.name === name && typeof slot.arguments === 'string' && slot.arguments !== '' && !complete
      return !churn
    }
    if (id !== '' && id === slot.id) return complete && name !== slot.name
    if (complete) return true
    return slot.arguments === undefined && this.#isTool(slot.name) && this.#isTool(name)
  }
}

const isComplete = (given: CallSlot['arguments']) =>
  isObject(given) || (typeof given === 'string' && isObject(parseJson(given)))

function addArguments(slot: CallSlot, given: unknown): string {
  if (isObject(given)) {
    slot.arguments = given
    return JSON.stringify(given)
  }
  if (typeof given !== 'string' || given === '') return ''
  slot.arguments = (typeof slot.arguments === 'string' ? slot.arguments : '') + given
  return given
}

function keepExtra(slot: CallSlot, fragment: JsonObject, fn: JsonObject) {
  for (const [key, value] of Object.entries(fragment)) {
    const own = ownFields.has(key) || (fn === fragment && (key === 'name' || key === 'arguments'))
    if (!own && value !== null && value !== undefined) slot.extra[key] = value
  }
}
