export interface Split {
  text: string
  think: string
}

const opening = /^\s*<(think|thinking|thought)>\n?/i
const openings = ['<think>', '<thinking>', '<thought>']

/**
 * Parts reasoning in think tags from the answer, while it streams. Only tags at the beginning count: later ones are
 * what the answer talks about.
 */
export class ThinkSplitter {
  #state: 'start' | 'think' | 'answer' = 'start'
  #held = ''
  #tag = 'think'

  push(text: string): Split {
    this.#held += text
    const split: Split = { text: '', think: '' }
    while (this.#held !== '' && this.#step(split));
    return split
  }

  /** What was held back, at the end of the stream. */
  end(): Split {
    const rest = this.#held
    this.#held = ''
    return this.#state === 'think' ? { text: '', think: rest } : { text: rest, think: '' }
  }

  #step(split: Split): boolean {
    if (this.#state === 'answer') {
      split.text += this.#held
      this.#held = ''
      return false
    }
    return this.#state === 'start' ? this.#open(split) : this.#close(split)
  }

  #open(split: Split): boolean {
    const match = opening.exec(this.#held)
    if (match) {
      this.#tag = match[1]!.toLowerCase()
      this.#held = this.#held.slice(match[0].length)
      this.#state = 'think'
      return true
    }
    const start = this.#held.trimStart().toLowerCase()
    if (start === '' || openings.some((tag) => tag.startsWith(start))) return false
    this.#state = 'answer'
    split.text += this.#held
    this.#held = ''
    return false
  }

  #close(split: Split): boolean {
    const closing = `</${this.#tag}>`
    const lower = this.#held.toLowerCase()
    const at = lower.indexOf(closing)
    if (at >= 0) {
      split.think += this.#held.slice(0, at)
      this.#held = this.#held.slice(at + closing.length).replace(/^\s+/, '')
      this.#state = 'start'
      return true
    }
    // The tag may be split over two chunks: what could be its beginning waits.
    let keep = Math.min(closing.length - 1, this.#held.length)
    while (keep > 0 && !closing.startsWith(lower.slice(-keep))) keep -= 1
    split.think += this.#held.slice(0, this.#held.length - keep)
    this.#held = this.#held.slice(this.#held.length - keep)
    return false
  }
}

/**
 * An answer whose opening tag stood in the chat template: everything before a lone closing tag is reasoning.
 * undefined when there is none.
 */
export function splitLoneClosing(text: string): Split | undefined {
  const match = /<\/think(?:ing)?>/i.exec(text)
  if (!match || /[`"'<]$/.test(text.slice(0, match.index)) || /<think/i.test(text.slice(0, match.index)))
    return undefined
  return { think: text.slice(0, match.index), text: text.slice(match.index + match[0].length).trimStart() }
}
