import type { FastifyReply } from 'fastify'

/** Bytes a watcher may be behind before it is dropped; it comes back and resumes where it was. */
const mostBehind = 8 * 1024 * 1024
/** Replay waits for the reader above this. */
const highWater = 512 * 1024
const heartbeatMs = 15_000

/** One SSE answer. Frames are strings made once for all watchers. */
export class EventStream {
  readonly #raw: FastifyReply['raw']
  readonly #beat: NodeJS.Timeout
  readonly #closers: (() => void)[] = []
  #closed = false

  constructor(reply: FastifyReply) {
    reply.hijack()
    this.#raw = reply.raw
    this.#raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    this.#raw.socket?.setNoDelay(true)
    this.#raw.socket?.setTimeout(0)
    this.#raw.on('close', () => this.close())
    this.#raw.on('error', () => this.close())
    this.#beat = setInterval(() => this.write(': still here\n\n'), heartbeatMs)
    this.#beat.unref()
    this.write('retry: 1000\n\n')
  }

  get closed(): boolean {
    return this.#closed
  }

  write(frame: string): void {
    if (this.#closed) return
    this.#raw.write(frame)
    if (this.#raw.writableLength > mostBehind) this.close()
  }

  /** Resolves when the reader has caught up enough for more, or is gone. */
  async drained(): Promise<void> {
    if (this.#closed || this.#raw.writableLength < highWater) return
    await new Promise<void>((resolve) => {
      this.#raw.once('drain', resolve)
      this.#raw.once('close', resolve)
    })
  }

  onClose(closer: () => void): void {
    if (this.#closed) closer()
    else this.#closers.push(closer)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    clearInterval(this.#beat)
    for (const closer of this.#closers) closer()
    // A watcher that is behind gets no orderly end: its buffer would have to be read first.
    if (this.#raw.writableLength > mostBehind) this.#raw.destroy()
    else this.#raw.end()
  }
}

const headersOf = (reply: FastifyReply) =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
