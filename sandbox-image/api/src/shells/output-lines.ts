import { Readable } from 'node:stream'
import type { ShellChunk, ShellResult } from '@deskhand/protocol/sandbox'

const EVERY_MS = 40
/** More than this within one beat is for nobody's eyes: the end of it is sent, and the whole stands in a file. */
const MOST_CHARS = 16 * 1024

/** What a command writes, as newline-delimited ShellChunks: gathered in beats, and no faster than it is read. */
export class OutputLines extends Readable {
  readonly begun: Promise<void>
  #begin!: () => void
  #waiting = ''
  #left = 0
  #timer?: NodeJS.Timeout
  #wanted = false
  #ended = false

  constructor() {
    super({ highWaterMark: 64 * 1024 })
    this.begun = new Promise((done) => {
      this.#begin = done
    })
  }

  add(text: string): void {
    if (this.destroyed) return
    this.#waiting += text
    if (this.#waiting.length > MOST_CHARS) {
      const cut = this.#waiting.length - MOST_CHARS
      this.#left += cut
      this.#waiting = this.#waiting.slice(cut)
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, EVERY_MS)
    this.#begin()
  }

  end(result: ShellResult): void {
    if (this.destroyed) return
    clearTimeout(this.#timer)
    this.#ended = true
    this.#send()
    this.#chunk({ type: 'result', result })
    this.push(null)
  }

  override _read(): void {
    this.#wanted = true
    if (!this.#timer) this.#flush()
  }

  #flush(): void {
    if (this.#wanted && !this.#ended) this.#send()
  }

  #send(): void {
    if (this.#waiting === '') return
    const text = this.#left > 0 ? `[… ${this.#left} characters …]\n${this.#waiting}` : this.#waiting
    this.#waiting = ''
    this.#left = 0
    this.#chunk({ type: 'output', text })
  }

  #chunk(chunk: ShellChunk): void {
    this.#wanted = this.push(`${JSON.stringify(chunk)}\n`)
  }
}
