import { SessionId, type Status } from '@deskhand/protocol'
import type { CreateSession, PatchSession, SessionPage, SessionSummary } from '@deskhand/protocol/http'
import { and, eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/open-database.ts'
import { sessions } from '../db/schema.ts'
import { searchQuery } from './search-words.ts'

export type SessionRow = typeof sessions.$inferSelect
const pageSize = 50
// A search looks at the newest matches only: a word that stands everywhere would else read the whole index.
const mostMatches = 5000

/** The rows of sessions: what lists, the search and the owner check know. */
export class SessionList {
  readonly #db: Db
  readonly #now: () => number

  constructor(db: Db, now: () => number) {
    this.#db = db
    this.#now = now
  }

  add(userId: string, given: CreateSession): SessionRow {
    const now = this.#now()
    return this.#db.orm
      .insert(sessions)
      .values({
        id: uuidv7(),
        userId,
        title: given.title ?? '',
        titled: given.title !== undefined,
        projectId: given.projectId ?? null,
        model: given.model ?? null,
        timeZone: given.timeZone ?? null,
        language: given.language ?? null,
        status: 'idle',
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
  }

  find(id: string): SessionRow | undefined {
    return this.#db.orm.select().from(sessions).where(eq(sessions.id, id)).get()
  }

  /** undefined: none, or another person's. */
  of(userId: string, id: string): SessionRow | undefined {
    return this.#db.orm
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .get()
  }

  /** Pinned ones first, then the newest. `cursor` is what the page before gave as `next`. */
  page(userId: string, options: { search?: string; cursor?: string; archived?: boolean }): SessionPage {
    const query = options.search === undefined ? undefined : searchQuery(options.search)
    if (options.search !== undefined && query === undefined) return { items: [] }
    const after = readCursor(options.cursor)
    const rows = this.#db.sqlite
      .prepare<Record<string, unknown>, ListRow>(listSql(query !== undefined, after !== undefined))
      .all({
        userId,
        query,
        archived: options.archived === true ? 1 : 0,
        limit: pageSize + 1,
        mostMatches,
        ...after,
      })
    const items = rows.slice(0, pageSize).map(summary)
    const last = rows[pageSize - 1]
    return rows.length > pageSize && last !== undefined ? { items, next: writeCursor(last) } : { items }
  }

  patch(row: SessionRow, patch: PatchSession, lastSeq: number): void {
    const { title, pinned, archived, read } = patch
    this.#db.orm
      .update(sessions)
      .set({
        ...(title === undefined ? {} : { title, titled: true }),
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
        ...(read === undefined ? {} : { readSeq: read ? lastSeq : 0 }),
      })
      .where(eq(sessions.id, row.id))
      .run()
  }

  /** Rows whose run did not come to its end: a crash or a stop of the server cut it, or it waits. */
  unfinished(): string[] {
    return this.#db.sqlite
      .prepare<[], { id: string }>("SELECT id FROM sessions WHERE status <> 'idle' ORDER BY updated_at DESC")
      .all()
      .map((row) => row.id)
  }

  idsOf(userId: string): string[] {
    const rows = this.#db.orm
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .all()
    return rows.map((row) => row.id)
  }

  remove(id: string): void {
    const { sqlite } = this.#db
    sqlite.transaction(() => {
      sqlite
        .prepare('DELETE FROM search WHERE rowid IN (SELECT id FROM search_rows WHERE session_id = ?)')
        .run(id)
      for (const table of ['search_rows', 'client_messages', 'shares'])
        sqlite.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id)
      sqlite.prepare('DELETE FROM sessions WHERE id = ?').run(id)
    })()
  }
}

interface ListRow {
  id: string
  title: string
  status: Status
  outcome: SessionSummary['outcome'] | null
  lastMessage: string | null
  unread: number
  pinned: number
  archived: number
  updatedAt: number
}

const columns = `s.id, s.title, s.status, s.outcome, s.last_message AS lastMessage,
  s.news_seq > s.read_seq AS unread, s.pinned, s.archived, s.updated_at AS updatedAt`

const listSql = (searched: boolean, after: boolean) => `
  SELECT ${columns} FROM sessions s WHERE s.user_id = :userId
  ${
    searched
      ? `AND s.id IN (SELECT r.session_id FROM search JOIN search_rows r ON r.id = search.rowid
         WHERE search MATCH :query ORDER BY search.rowid DESC LIMIT :mostMatches)`
      : 'AND s.archived = :archived'
  }
  ${after ? 'AND (s.pinned, s.updated_at, s.id) < (:pinned, :updatedAt, :id)' : ''}
  ORDER BY s.pinned DESC, s.updated_at DESC, s.id DESC LIMIT :limit`

const summary = (row: ListRow): SessionSummary => ({
  id: SessionId.parse(row.id),
  title: row.title,
  status: row.status,
  ...(row.outcome === null ? {} : { outcome: row.outcome }),
  ...(row.lastMessage === null ? {} : { lastMessage: row.lastMessage }),
  unread: row.unread === 1,
  pinned: row.pinned === 1,
  archived: row.archived === 1,
  updatedAt: row.updatedAt,
})

/** One row as lists show it. */
export const summaryOf = (row: SessionRow): SessionSummary =>
  summary({
    ...row,
    status: row.status as Status,
    outcome: row.outcome as ListRow['outcome'],
    unread: row.newsSeq > row.readSeq ? 1 : 0,
    pinned: row.pinned ? 1 : 0,
    archived: row.archived ? 1 : 0,
  })

const writeCursor = (row: ListRow) => `${row.pinned}.${row.updatedAt}.${row.id}`
function readCursor(cursor: string | undefined) {
  const [, pinned, updatedAt, id] = /^([01])\.(\d+)\.(.+)$/.exec(cursor ?? '') ?? []
  return id === undefined ? undefined : { pinned: Number(pinned), updatedAt: Number(updatedAt), id }
}
