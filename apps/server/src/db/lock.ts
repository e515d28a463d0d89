import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Another server has this data folder open. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/**
 * Takes the data folder for this process. The lock is an open transaction, not a file with a process id: it ends with
 * the process however that ends, and no other process can inherit the number. Who holds it stands in a second file,
 * because a locked database can't be read.
 */
export function lockDataDir(dataDir: string, holder: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new Database(join(dataDir, 'lock.db'), { timeout: 200 })
  const names = new Database(join(dataDir, 'holder.db'))
  names.exec('CREATE TABLE IF NOT EXISTS holder (name TEXT)')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    const first = names.prepare<[], { name: string }>('SELECT name FROM holder').get()?.name
    names.close()
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new DataFolderInUse(
      `${dataDir} is in use by another server (${first ?? 'just starting'}). Stop that one first, or give this one a DATA_DIR of its own.`,
    )
  }
  names.exec('DELETE FROM holder')
  names.prepare('INSERT INTO holder VALUES (?)').run(holder)
  names.close()
  return {
    release() {
      lock.exec('ROLLBACK')
      lock.close()
    },
  }
}
