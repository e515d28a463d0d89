const marks = [
  '<tool_call',
  '<function_call',
  '<functioncall',
  '<tool_use',
  '<function=',
  '<｜tool',
  '<|tool_call',
  '[TOOL_CALLS]',
]

/**
 * Lets an answer through while it streams, and holds back what may be a printed call, from its first mark on. What
 * was held turns out at the end to be a call, and is never shown, or an answer.
 */
export class CallTextGate {
  #held = ''
  #passed = false
  #holding = false

  push(text: string): string {
    this.#held += text
    if (this.#holding) return ''
    // JSON or a fence is a call only where the answer begins with it.
    if (!this.#passed && /^\s*(?:[{[]|`{1,3}|$)/.test(this.#held)) {
      this.#holding = /^\s*(?:[{[]|```)/.test(this.#held)
      return ''
    }
    const at = Math.min(...marks.map((mark) => this.#held.indexOf(mark)).filter((index) => index >= 0))
    if (Number.isFinite(at)) {
      this.#holding = true
      return this.#release(at)
    }
    return this.#release(this.#held.length - beginningOfMark(this.#held))
  }

  /** The rest, unless it was read as calls. */
  end(recovered: boolean): string {
    return recovered ? '' : this.#release(this.#held.length)
  }

  #release(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    if (text.trim() !== '') this.#passed = true
    return text
  }
}

/** How many characters at the end may be the start of a mark. */
function beginningOfMark(text: string): number {
  for (let size = Math.min(16, text.length); size > 0; size -= 1) {
    const tail = text.slice(-size)
    if (marks.some((mark) => mark.startsWith(tail))) return size
  }
  return 0
}
