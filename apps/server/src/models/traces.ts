import { createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '@deskhand/agent'
import { TraceWriter, type WireRecord } from '@deskhand/llm'

// A session that is talked to for weeks may not fill the disk with what it once said.
const mostBytes = 64 * 1024 * 1024

export interface TracesDeps {
  folder: string
  version: string
  secrets(): string[]
  now(): number
  warn(error: unknown, text: string): void
}

/** What went over the wire to the models, a file for each session, secrets removed. */
export class Traces {
  readonly #deps: TracesDeps
  readonly #writers = new Map<string, { writer: TraceWriter; lines: string[] }>()
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: TracesDeps) {
    this.#deps = deps
    mkdirSync(deps.folder, { recursive: true, mode: 0o700 })
  }

  record(exchange: WireRecord): void {
    const { sessionId } = exchange.asked
    if (sessionId === undefined) return
    const path = this.#pathOf(sessionId)
    if (existsSync(path) && statSync(path).size > mostBytes) return
    const { writer, lines } = this.#writerOf(sessionId)
    writer.exchange(exchange)
    const text = lines.splice(0).join('')
    this.#writing = this.#writing
      .then(() => appendFile(path, text, { mode: 0o600 }))
      .catch((error) => this.#deps.warn(error, 'A trace could not be written; the run goes on.'))
  }

  /** `trace/1` of one session: its log, then its exchanges. */
  async *read(sessionId: string, entries: readonly Entry[]): AsyncGenerator<string | Buffer> {
    await this.#writing
    const lines: string[] = []
    const writer = this.#newWriter((line) => lines.push(line), entries[0]?.ts ?? this.#deps.now())
    for (const { pos, seq, ts, type, data } of entries) {
      writer.line({ t: 'ev', pos, ...(seq === undefined ? {} : { seq }), ts, type, data })
      if (lines.length > 200) yield lines.splice(0).join('')
    }
    yield lines.join('')
    const path = this.#pathOf(sessionId)
    if (existsSync(path)) yield* createReadStream(path) as AsyncIterable<Buffer>
  }

  remove(sessionId: string): void {
    this.#writers.delete(sessionId)
    rmSync(this.#pathOf(sessionId), { force: true })
  }

  #writerOf(sessionId: string) {
    const known = this.#writers.get(sessionId)
    if (known !== undefined) return known
    const lines: string[] = []
    // The header is written by whoever reads.
    const keep = (line: string) => {
      if (!line.startsWith('{"t":"header"')) lines.push(line)
    }
    const made = { writer: this.#newWriter(keep, this.#deps.now()), lines }
    this.#writers.set(sessionId, made)
    return made
  }

  #newWriter(write: (line: string) => void, startedAt: number) {
    const { version, secrets } = this.#deps
    return new TraceWriter({ write, header: { app: `deskhand ${version}`, startedAt }, secrets: secrets() })
  }

  #pathOf = (sessionId: string) => join(this.#deps.folder, `${sessionId}.jsonl`)
}
