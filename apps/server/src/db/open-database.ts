import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import * as schema from './schema.ts'

export type Sqlite = Database.Database
export interface Db {
  /** plain SQL, for the log and the search */
  sqlite: Sqlite
  /** everything else */
  orm: BetterSQLite3Database<typeof schema>
  close(): void
}

// Beside this file in the sources; in the bundle they are copied beside it too.
const migrationsFolder = join(import.meta.dirname, 'migrations')

const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
}

/**
 * Opens (or makes) the database and brings it up to date; a copy is made before an older one is changed.
 * Throws when the folder lies on a network file system or the database is of a newer version.
 */
export function openDatabase(path: string, tell: (text: string) => void = () => {}): Db {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    refuseNetworkFileSystem(dirname(path))
  }
  const sqlite = new Database(path, { timeout: 5000 })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma('foreign_keys = ON')
  const orm = drizzle(sqlite, { schema, casing: 'snake_case' })
  const behind = pendingMigrations(sqlite, path)
  if (behind.pending > 0 && behind.applied > 0) copyBefore(sqlite, path, tell)
  if (behind.pending > 0) migrate(orm, { migrationsFolder })
  return { sqlite, orm, close: () => sqlite.close() }
}

function pendingMigrations(sqlite: Sqlite, path: string) {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const known = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  const rows =
    known === undefined
      ? []
      : sqlite.prepare<[], { created_at: number }>('SELECT created_at FROM __drizzle_migrations').all()
  const newest = Math.max(0, ...rows.map((row) => Number(row.created_at)))
  if (rows.length > journal.entries.length)
    throw new Error(
      `${path} was made by a newer version. Update this one, or put back the copy that lies beside it.`,
    )
  return {
    applied: rows.length,
    pending: journal.entries.filter((entry) => entry.when > newest).length,
  }
}

function copyBefore(sqlite: Sqlite, path: string, tell: (text: string) => void) {
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const copy = `${path}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
  copyFileSync(path, copy)
  tell(
    `The database is brought up to date. To go back: stop the server, put the old version in place, and copy ${copy} over ${path}.`,
  )
  keepNewest(path, 3)
}

function keepNewest(path: string, count: number) {
  const copies = readdirSync(dirname(path))
    .map((name) => join(dirname(path), name))
    .filter((name) => name.startsWith(`${path}.before-`))
    .sort()
  for (const old of copies.slice(0, -count)) rmSync(old)
}

// WAL needs shared memory between processes, which network file systems do not have: the file would be damaged.
function refuseNetworkFileSystem(folder: string) {
  if (!existsSync(folder)) return
  const kind = networkFileSystems[Number(statfsSync(folder).type) >>> 0]
  if (kind !== undefined)
    throw new Error(
      `${folder} lies on a network file system (${kind}), where the database would be damaged. Set DATA_DIR to a folder on a local disk, or use a named volume.`,
    )
}
