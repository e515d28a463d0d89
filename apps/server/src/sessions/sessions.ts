import { refusal } from '../errors.ts'
import type { EventLog } from './event-log.ts'
import type { Session } from './session.ts'
import type { SessionList, SessionRow } from './session-list.ts'

const restMs = 5 * 60_000

export interface SessionsDeps {
  list: SessionList
  events: EventLog
  make(row: SessionRow): Session
  now(): number
  warn(error: unknown, text: string): void
}

/** The sessions in memory: made when something is asked of them, put to rest when nothing was for a while. */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #awake = new Map<string, Session>()
  #closed = false

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    deps.events.onAppend((id, entry) => {
      if (entry.type === 'status') this.#awake.get(id)?.onStatus(entry.data.status)
    })
  }

  get awake(): number {
    return this.#awake.size
  }

  /** This person's session, as a row. Another person's does not exist: SESSION_NOT_FOUND. */
  row(userId: string, id: string): SessionRow {
    const row = this.#deps.list.of(userId, id)
    if (row === undefined) throw refusal('SESSION_NOT_FOUND')
    return row
  }

  at(row: SessionRow): Session {
    let session = this.#awake.get(row.id)
    if (session === undefined) {
      session = this.#deps.make(row)
      this.#awake.set(row.id, session)
    }
    return session
  }

  ifAwake(id: string): Session | undefined {
    return this.#awake.get(id)
  }

  /** Goes on with every run that the end of the server cut. */
  recover(): void {
    if (this.#closed) return
    for (const id of this.#deps.list.unfinished()) {
      const row = this.#deps.list.find(id)
      if (row === undefined) continue
      try {
        // Asking for the agent boots it.
        void this.at(row).agent
      } catch (error) {
        // One log that cannot be read may not keep the others from going on.
        this.#deps.warn({ error, sessionId: id }, 'A session could not go on where it was cut.')
      }
    }
  }

  async rest(): Promise<void> {
    const since = this.#deps.now() - restMs
    for (const [id, session] of this.#awake)
      if (session.restsSince(since) && !this.#deps.events.watched(id)) await this.#putToRest(id, session)
  }

  async remove(id: string): Promise<void> {
    const session = this.#awake.get(id)
    this.#awake.delete(id)
    await session?.close()
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#awake.values()]
    this.#awake.clear()
    await Promise.all(all.map((session) => session.close()))
  }

  async #putToRest(id: string, session: Session) {
    this.#awake.delete(id)
    await session.close()
    this.#deps.events.forget(id)
  }
}
