import type { Reasoning, ReplyDelta } from '../chat-model.ts'
import { isObject, type JsonObject, listAt, textAt } from '../wire/json-value.ts'
import { type CallSlot, CallSlots } from './call-slots.ts'
import { readUsage, type WireUsage } from './read-usage.ts'
import { ReasoningCollector } from './reasoning.ts'
import { ThinkSplitter } from './think-splitter.ts'

/** What a stream came to. `ended` is false when the server closed it without saying that it was done. */
export interface Assembled {
  text: string
  reasoning?: Reasoning
  slots: CallSlot[]
  /** the server's own word */
  finishReason?: string
  usage?: WireUsage
  ended: boolean
  /** no chunk had a choice */
  noChoices: boolean
}

/** Puts the chunks of one reply together and says what is new in each. */
export class Assembler {
  readonly #calls: CallSlots
  readonly #reasoning = new ReasoningCollector()
  readonly #think = new ThinkSplitter()
  #text = ''
  #finishReason: string | undefined
  #usage: WireUsage | undefined
  #ended = false
  #choices = 0

  constructor(isTool: (name: string) => boolean) {
    this.#calls = new CallSlots(isTool)
  }

  /** The deltas of this chunk: none when it said nothing. */
  push(chunk: JsonObject): ReplyDelta[] {
    const deltas: ReplyDelta[] = []
    const choices = listAt(chunk, 'choices').filter(isObject)
    for (const choice of choices) {
      if (choice.index === undefined || choice.index === choices[0]?.index) this.#addChoice(choice, deltas)
    }
    // Ollama's own shape, from servers that ignore the path's meaning.
    if (choices.length === 0 && isObject(chunk.message)) {
      this.#addChoice({ message: chunk.message, finish_reason: chunk.done === true ? 'stop' : null }, deltas)
    }
    this.#addUsage(chunk, choices)
    return deltas
  }

  /** The server's own word that nothing follows. */
  done() {
    this.#ended = true
  }

  get ended(): boolean {
    return this.#ended
  }

  end(): { assembled: Assembled; deltas: ReplyDelta[] } {
    const deltas: ReplyDelta[] = []
    this.#addSplit(this.#think.end(), deltas)
    const reasoning = this.#reasoning.result()
    return {
      deltas,
      assembled: {
        text: this.#text,
        ...(reasoning && { reasoning }),
        slots: this.#calls.slots,
        ...(this.#finishReason && { finishReason: this.#finishReason }),
        ...(this.#usage && { usage: this.#usage }),
        ended: this.#ended,
        noChoices: this.#choices === 0,
      },
    }
  }

  #addChoice(choice: JsonObject, deltas: ReplyDelta[]) {
    this.#choices += 1
    // A whole message counts only where nothing was streamed before it.
    const message = isObject(choice.message) && this.#isBlank() ? choice.message : undefined
    const delta = isObject(choice.delta) ? choice.delta : message
    if (delta) {
      const thought = this.#reasoning.add(delta)
      if (thought !== '') deltas.push({ type: 'reasoning', text: thought })
      const text = contentText(delta) || (textAt(delta, 'refusal') ?? '')
      if (text !== '') this.#addSplit(this.#think.push(text), deltas)
      this.#addCalls(delta, deltas)
    } else if (typeof choice.text === 'string' && choice.text !== '') {
      this.#addSplit(this.#think.push(choice.text), deltas)
    }
    const finish = textAt(choice, 'finish_reason')
    if (finish) {
      this.#finishReason = finish
      this.#ended = true
    }
  }

  #addCalls(delta: JsonObject, deltas: ReplyDelta[]) {
    const legacy = isObject(delta.function_call) ? [{ index: 0, function: delta.function_call }] : []
    for (const change of this.#calls.add([...listAt(delta, 'tool_calls'), ...legacy])) {
      const { slot: index, name, arguments: text } = change
      if (name === undefined && text === undefined) continue
      deltas.push({ type: 'call', index, ...(name && { name }), ...(text && { arguments: text }) })
    }
  }

  #addSplit({ text, think }: { text: string; think: string }, deltas: ReplyDelta[]) {
    if (think !== '') {
      this.#reasoning.addThink(think)
      deltas.push({ type: 'reasoning', text: think })
    }
    if (text !== '') {
      this.#text += text
      deltas.push({ type: 'text', text })
    }
  }

  #addUsage(chunk: JsonObject, choices: JsonObject[]) {
    const usage = readUsage(chunk.usage) ?? readUsage(choices[0]?.usage) ?? readUsage(chunk.x_groq)
    if (!usage) return
    this.#usage = usage
    if (choices.length === 0 && !this.#isBlank()) this.#ended = true
  }

  #isBlank(): boolean {
    return this.#text === '' && this.#calls.slots.length === 0 && this.#reasoning.length === 0
  }
}

function contentText(delta: JsonObject): string {
  if (typeof delta.content === 'string') return delta.content
  return listAt(delta, 'content')
    .map((part) => (textAt(part, 'type') === 'thinking' ? '' : (textAt(part, 'text') ?? '')))
    .join('')
}
