import type { SandboxRecord, SandboxStore } from '@deskhand/sandbox'
import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { sandboxes } from '../db/schema.ts'

/** The host's rows. better-sqlite3 commits before it returns, which is all the store promises. */
export class SandboxRecords implements SandboxStore {
  readonly #orm: Db['orm']

  constructor(db: Db) {
    this.#orm = db.orm
  }

  all(): SandboxRecord[] {
    return this.#orm
      .select()
      .from(sandboxes)
      .all()
      .map((row) => JSON.parse(row.record) as SandboxRecord)
  }

  put(record: SandboxRecord): void {
    const row = { sessionId: record.sessionId ?? null, record: JSON.stringify(record) }
    this.#orm
      .insert(sandboxes)
      .values({ id: record.id, ...row })
      .onConflictDoUpdate({ target: sandboxes.id, set: row })
      .run()
  }

  remove(id: string): void {
    this.#orm.delete(sandboxes).where(eq(sandboxes.id, id)).run()
  }

  sessions(): string[] {
    const rows = this.#orm.select().from(sandboxes).where(isNotNull(sandboxes.sessionId)).all()
    return rows.flatMap((row) => row.sessionId ?? [])
  }
}
