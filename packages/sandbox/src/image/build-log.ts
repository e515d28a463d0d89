import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEPT_LINES = 30

/** What the engine and the tools say while an image is made: all in a file, the last lines also here. */
export class BuildLog {
  readonly file: string
  #last: string[] = []

  constructor(file: string) {
    this.file = file
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${new Date().toISOString()}\n`)
  }

  write(text: string): void {
    appendFileSync(this.file, text.endsWith('\n') ? text : `${text}\n`)
    this.#last.push(...text.split('\n').filter((line) => line.trim() !== ''))
    this.#last = this.#last.slice(-KEPT_LINES)
  }

  /** The line that most likely says why it failed. */
  reason(): string {
    const telling = this.#last.findLast((line) =>
      /\b(error|fatal|failed|unable|could not|cannot|E:)\b/i.test(line),
    )
    return (telling ?? this.#last.at(-1) ?? 'nothing was said').trim().slice(0, 300)
  }
}
