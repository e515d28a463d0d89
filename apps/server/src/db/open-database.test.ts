import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appDouble } from '../testing/app-double.ts'
import { DataFolderInUse, lockDataDir } from './lock.ts'
import { openDatabase } from './open-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a second server on the same data folder is refused, and told who the first is', async () => {
  const first = await appDouble({ dataDir: folder })
  await expect(appDouble({ dataDir: folder })).rejects.toThrow(
    new RegExp(`in use by another server \\(process ${process.pid}, http://127.0.0.1:3000\\)`),
  )
  await first.close()
  const second = await appDouble({ dataDir: folder })
  await second.close()
})

test('a lock that was given back can be taken again', () => {
  lockDataDir(folder, 'a').release()
  const lock = lockDataDir(folder, 'b')
  expect(() => lockDataDir(folder, 'c')).toThrow(DataFolderInUse)
  lock.release()
})

test('an older database is copied before it is changed, and the way back is said', () => {
  const path = join(folder, 'deskhand.db')
  const first = openDatabase(path)
  // As if the newest migration had not been there yet.
  first.sqlite.exec('DROP TABLE search; DROP TABLE search_rows')
  first.sqlite.exec(
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)',
  )
  first.close()
  const told: string[] = []
  openDatabase(path, (text) => told.push(text)).close()
  const copy = readdirSync(folder).find((name) => name.startsWith('deskhand.db.before-'))
  expect(copy).toBeDefined()
  expect(told.join()).toContain(`copy ${join(folder, copy ?? '')} over ${path}`)
})

test('a new database is not copied, and one of a newer version is refused', () => {
  const path = join(folder, 'deskhand.db')
  const first = openDatabase(path)
  first.sqlite.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('future', 99999999999999)")
  first.close()
  expect(readdirSync(folder).some((name) => name.includes('before'))).toBe(false)
  expect(() => openDatabase(path)).toThrow(/newer version/)
})
