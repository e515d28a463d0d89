import { createHash } from 'node:crypto'
import { redactDeep } from '../errors/redact.ts'
import { isObject } from '../wire/json-value.ts'
import { requestKey } from './request-key.ts'
import type { TraceHeader, TraceLine } from './trace-lines.ts'
import type { WireRecord } from './wire-record.ts'

export interface TraceWriterOptions {
  /** one line, with its line end */
  write(line: string): void
  header: Omit<TraceHeader, 't' | 'v'>
  /** texts that must not be in the file: keys, passwords, cookies */
  secrets?: readonly string[]
  /** keep pictures; without it only their hashes stand in the file */
  images?: boolean
}

/** Writes `trace/1`: JSON lines from which a run can be played again. Secrets are removed from every line. */
export class TraceWriter {
  readonly #options: TraceWriterOptions
  readonly #turns = new Map<string, number>()
  readonly #blobs = new Set<string>()

  constructor(options: TraceWriterOptions) {
    this.#options = options
    this.line({ t: 'header', v: 'trace/1', ...options.header })
  }

  /** Adds what one model exchange was. */
  exchange(record: WireRecord) {
    const { n, asked, request, chunks, ms, reply, error, startedAt } = record
    const thread = asked.purpose
    // A try that failed does not move the thread on: the next one asks for the same turn.
    const turn = this.#turns.get(thread) ?? 0
    if (reply) this.#turns.set(thread, turn + 1)
    const key = requestKey(asked, this.#options.secrets)
    this.line({ t: 'req', n, thread, turn, key, body: this.#withoutImages(request), ts: startedAt })
    for (const { dt, data } of chunks) this.line({ t: 'chunk', n, dt, data })
    this.line({ t: 'res', n, ms, ...(reply && { reply }), ...(error && { error }) })
  }

  line(line: TraceLine) {
    this.#options.write(`${JSON.stringify(redactDeep(line, this.#options.secrets))}\n`)
  }

  #withoutImages(value: unknown): unknown {
    if (typeof value === 'string') {
      const match = /^data:([^;]+);base64,(.+)$/s.exec(value)
      return match ? this.#blob(match[1]!, match[2]!) : value
    }
    if (Array.isArray(value)) return value.map((item) => this.#withoutImages(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#withoutImages(item)]))
  }

  #blob(mime: string, data: string) {
    const sha = createHash('sha256').update(data).digest('hex')
    if (this.#options.images && !this.#blobs.has(sha)) {
      this.#blobs.add(sha)
      // Base64 is no text: cleaning could change its bytes.
      this.#options.write(`${JSON.stringify({ t: 'blob', sha, mime, data })}\n`)
    }
    return { blob: sha }
  }
}
