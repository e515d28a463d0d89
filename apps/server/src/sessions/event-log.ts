import type { Entry, SessionLog } from '@deskhand/agent'
import {
  isStoredType,
  type LiveData,
  type LiveType,
  type StoredData,
  type StoredType,
} from '@deskhand/protocol'
import type { Sqlite } from '../db/open-database.ts'
import { entryOf, frameOf, type LogRow, liveFrame, type PublicRow } from './log-row.ts'

type PrivateEntry = Exclude<Entry, { type: StoredType }>
type PrivateType = PrivateEntry['type']
type PrivateData<T extends PrivateType> = Extract<PrivateEntry, { type: T }>['data']

/** Told of each event of a session in the call that stored it. A throwing listener is a bug. */
export interface LogListener {
  frame(frame: string): void
  /** the log is gone: the session was deleted */
  end?(): void
}
/** Written in the transaction of the append: what lists and the search know of a session. */
export type Projection = (sessionId: string, entry: Entry) => void

/**
 * All sessions' logs: the one table, and the watchers. `append` is one synchronous call:
 * committed and told when it returns. No two servers share a table (lock.db), so the next number is kept here.
 */
export class EventLog {
  readonly #sqlite: Sqlite
  readonly #project: Projection
  readonly #now: () => number
  readonly #heads = new Map<string, { pos: number; seq: number }>()
  readonly #watchers = new Map<string, Set<LogListener>>()
  readonly #opened = new Map<string, Entry[]>()
  readonly #after: ((sessionId: string, entry: Entry) => void)[] = []
  readonly #statements: ReturnType<typeof prepare>

  constructor(sqlite: Sqlite, project: Projection, now: () => number) {
    this.#sqlite = sqlite
    this.#project = project
    this.#now = now
    this.#statements = prepare(sqlite)
  }

  append<T extends StoredType>(sessionId: string, type: T, data: StoredData<T>): Entry
  append<T extends PrivateType>(sessionId: string, type: T, data: PrivateData<T>): Entry
  append(sessionId: string, type: string, data: object): Entry {
    const head = this.#head(sessionId)
    const stored = isStoredType(type)
    const row: LogRow = {
      pos: head.pos + 1,
      seq: stored ? head.seq + 1 : null,
      ts: this.#now(),
      type,
      data: JSON.stringify(data),
    }
    // What goes out is what was stored: the entry is read back from its JSON.
    const entry = entryOf(row)
    this.#sqlite.transaction(() => {
      this.#statements.insert.run({ sessionId, ...row })
      if (stored) this.#project(sessionId, entry)
    })()
    this.#heads.set(sessionId, { pos: row.pos, seq: row.seq ?? head.seq })
    this.#opened.get(sessionId)?.push(entry)
    if (!stored) return entry
    this.#tell(sessionId, frameOf(row as PublicRow))
    for (const listener of this.#after) listener(sessionId, entry)
    return entry
  }

  live<T extends LiveType>(sessionId: string, type: T, data: LiveData<T>): void {
    if (this.#watchers.has(sessionId)) this.#tell(sessionId, liveFrame(type, data))
  }

  /** Everything of a session, private entries too, in order. */
  entries(sessionId: string): Entry[] {
    return this.#statements.all.all({ sessionId }).map(entryOf)
  }

  /** One session's log as its agent sees it: all entries in memory until `forget`. */
  open(sessionId: string): SessionLog {
    const held = this.#opened.get(sessionId) ?? this.entries(sessionId)
    this.#opened.set(sessionId, held)
    return { ...this.writer(sessionId), entries: () => held }
  }

  /** The same without the entries, for who only writes. */
  writer(sessionId: string): Pick<SessionLog, 'append' | 'live'> {
    const append = (type: StoredType, data: StoredData<StoredType>) => this.append(sessionId, type, data)
    return {
      append: append as SessionLog['append'],
      live: (type, data) => this.live(sessionId, type, data),
    }
  }

  /** Public rows with `after` < seq, oldest first. */
  page(sessionId: string, after: number, limit: number): PublicRow[] {
    return this.#statements.page.all({ sessionId, after, limit })
  }

  /** Public rows with `after` < seq < `before`, the newest `limit` of them, oldest first. */
  pageBefore(sessionId: string, range: { after: number; before: number; limit: number }): PublicRow[] {
    return this.#statements.before.all({ sessionId, ...range }).reverse()
  }

  lastSeq(sessionId: string): number {
    return this.#head(sessionId).seq
  }

  /** The newest public entry of this type, and with `since` all of some types after a position. */
  newest<T extends StoredType>(sessionId: string, type: T): Extract<Entry, { type: T }> | undefined {
    const row = this.#statements.newest.get({ sessionId, type })
    return row === undefined ? undefined : (entryOf(row) as Extract<Entry, { type: T }>)
  }
  since<T extends StoredType>(sessionId: string, pos: number, types: readonly T[]) {
    const found = types.flatMap((type) => this.#statements.since.all({ sessionId, type, pos }))
    return found.sort((a, b) => a.pos - b.pos).map(entryOf) as Extract<Entry, { type: T }>[]
  }

  watch(sessionId: string, listener: LogListener): () => void {
    const watchers = this.#watchers.get(sessionId) ?? new Set()
    watchers.add(listener)
    this.#watchers.set(sessionId, watchers)
    return () => {
      watchers.delete(listener)
      if (watchers.size === 0 && this.#watchers.get(sessionId) === watchers) this.#watchers.delete(sessionId)
    }
  }
  watched(sessionId: string): boolean {
    return this.#watchers.has(sessionId)
  }

  /** Called after each public event of any session was stored and told. */
  onAppend(listener: (sessionId: string, entry: Entry) => void): void {
    this.#after.push(listener)
  }

  /** The session's events are gone when this returns, and its watchers told. */
  remove(sessionId: string): void {
    this.#statements.remove.run({ sessionId })
    for (const watcher of [...(this.#watchers.get(sessionId) ?? [])]) watcher.end?.()
    this.#watchers.delete(sessionId)
    this.forget(sessionId)
    this.#heads.delete(sessionId)
  }

  /** Frees what is kept in memory of a session at rest. */
  forget(sessionId: string): void {
    this.#opened.delete(sessionId)
    this.#heads.delete(sessionId)
  }

  #head(sessionId: string) {
    let head = this.#heads.get(sessionId)
    if (head === undefined) {
      head = this.#statements.head.get({ sessionId }) ?? { pos: 0, seq: 0 }
      this.#heads.set(sessionId, head)
    }
    return head
  }

  #tell(sessionId: string, frame: string) {
    for (const watcher of this.#watchers.get(sessionId) ?? []) watcher.frame(frame)
  }
}

const columns = 'pos, seq, ts, type, data'
const mine = 'FROM entries WHERE session_id = :sessionId'

function prepare(sqlite: Sqlite) {
  type One = { sessionId: string }
  return {
    insert: sqlite.prepare<LogRow & One>(
      'INSERT INTO entries (session_id, pos, seq, ts, type, data) VALUES (:sessionId, :pos, :seq, :ts, :type, :data)',
    ),
    head: sqlite.prepare<One, { pos: number; seq: number }>(
      `SELECT coalesce(max(pos), 0) AS pos, coalesce(max(seq), 0) AS seq ${mine}`,
    ),
    all: sqlite.prepare<One, LogRow>(`SELECT ${columns} ${mine} ORDER BY pos`),
    page: sqlite.prepare<One & { after: number; limit: number }, PublicRow>(
      `SELECT ${columns} ${mine} AND seq > :after ORDER BY seq LIMIT :limit`,
    ),
    before: sqlite.prepare<One & { after: number; before: number; limit: number }, PublicRow>(
      `SELECT ${columns} ${mine} AND seq > :after AND seq < :before ORDER BY seq DESC LIMIT :limit`,
    ),
    newest: sqlite.prepare<One & { type: string }, LogRow>(
      `SELECT ${columns} ${mine} AND type = :type ORDER BY pos DESC LIMIT 1`,
    ),
    since: sqlite.prepare<One & { type: string; pos: number }, LogRow>(
      `SELECT ${columns} ${mine} AND type = :type AND pos > :pos ORDER BY pos`,
    ),
    remove: sqlite.prepare<One>(`DELETE ${mine}`),
  }
}
