import type { LiveEvent, StoredEvent } from '@deskhand/protocol'
import { apply, emptyView, summaryOf } from '@deskhand/protocol/fold'

type Unnumbered = { type: StoredEvent['type']; [key: string]: unknown }

/** One session of the fake server: events written by a test, numbered and told to whoever watches. */
export class FakeSession {
  readonly events: StoredEvent[] = []
  pinned = false
  archived = false
  read = true
  title: string
  lease: string | null = null
  readonly #view = emptyView()
  #ts = 1_790_000_000_000

  readonly id: string
  readonly #tell: (event: StoredEvent | LiveEvent) => void
  constructor(id: string, title: string, tell: (event: StoredEvent | LiveEvent) => void) {
    this.id = id
    this.title = title
    this.#tell = tell
  }

  /** stores and sends */
  emit(...events: Unnumbered[]): void {
    for (const data of events) {
      this.#ts += 1_400
      const event = { seq: this.events.length + 1, ts: this.#ts, ...data } as unknown as StoredEvent
      this.events.push(event)
      apply(this.#view, event)
      this.#tell(event)
    }
  }
  /** only for whoever watches */
  live(event: { type: LiveEvent['type']; [key: string]: unknown }): void {
    this.#tell(event as unknown as LiveEvent)
  }

  say(body: Record<string, unknown>): { messageId: string; seq: number } {
    const messageId = `m${this.events.length + 1}`
    const { text, mode, replyTo } = body
    this.emit({
      type: 'message',
      id: messageId,
      role: 'user',
      text,
      ...(mode ? { mode } : {}),
      ...(replyTo ? { replyTo } : {}),
    })
    if (mode === 'queue') this.emit({ type: 'message.update', id: messageId, state: 'queued' })
    if (replyTo)
      this.emit({ type: 'ask.end', askId: replyTo, by: 'user', answer: text, approve: body.approve })
    return { messageId, seq: this.events.length }
  }

  control(body: Record<string, unknown>): { status?: number; body?: unknown } | undefined {
    if (body.action === 'take') {
      this.lease = 'lease-1'
      this.emit({ type: 'takeover.start', user: 'Ada' }, { type: 'status', status: 'takeover' })
      return { body: { lease: this.lease } }
    }
    if (body.lease !== this.lease) {
      return { status: 409, body: { error: { code: 'NOT_IN_CONTROL', message: 'You do not have control.' } } }
    }
    if (body.action === 'return') {
      this.lease = null
      this.emit(
        { type: 'takeover.end', user: 'Ada', note: body.note, seconds: 12 },
        { type: 'status', status: 'running' },
      )
    }
    return { body: {} }
  }

  summary() {
    const { pinned, archived } = this
    return {
      ...summaryOf(this.#view),
      id: this.id,
      title: this.title || this.#view.title,
      pinned,
      archived,
      unread: !this.read,
    }
  }
  detail() {
    const { plan, usage } = this.#view
    return {
      ...this.summary(),
      createdAt: this.#ts,
      lastSeq: this.events.length,
      plan,
      sandbox: null,
      usage: usage ?? undefined,
    }
  }
}
