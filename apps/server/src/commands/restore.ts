import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Config } from '../config.ts'
import { installIdOf } from '../db/install-id.ts'
import { lockDataDir } from '../db/lock.ts'
import { openDatabase } from '../db/open-database.ts'
import { SandboxRecords } from '../sandboxes/sandbox-records.ts'
import { engineOf } from './engine-of.ts'
import { complain, say } from './say.ts'
import { fillVolume } from './volumes.ts'

/** `restore FILE`: an archive of `backup` into an empty DATA_DIR, with the server stopped. */
export async function restore(config: Config, [file]: string[]): Promise<number> {
  const { dataDir } = config
  if (file === undefined || !existsSync(file)) {
    complain(file === undefined ? 'Usage: npm run restore -- FILE.tar.gz' : `There is no file ${file}.`)
    return 2
  }
  if (existsSync(join(dataDir, 'deskhand.db'))) {
    complain(`${dataDir} holds a database already. Move it away, or name another DATA_DIR, then restore.`)
    return 1
  }
  const lock = lockDataDir(dataDir, `process ${process.pid}, restoring`)
  const scratch = mkdtempSync(join(tmpdir(), 'deskhand-restore-'))
  try {
    try {
      await unpack(resolve(file), { data: dataDir, workspaces: scratch })
    } catch (error) {
      complain(`${file} is no archive of npm run backup, or is damaged: ${(error as Error).message}`)
      return 1
    }
    const { filled, left } = await fillWorkspaces(config, scratch)
    say(`Restored into ${dataDir}, with ${filled} workspaces. Start the server with npm start.`)
    for (const problem of left) complain(problem)
    return left.length === 0 ? 0 : 1
  } finally {
    lock.release()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function unpack(file: string, into: Record<string, string>): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), entries)
  // The loop below ends with the same error; this promise shall not count as nobody's meanwhile.
  reading.catch(() => {})
  for await (const entry of entries) {
    const [top = '', ...rest] = entry.header.name.split('/')
    const folder = into[top]
    const path = folder === undefined ? undefined : join(folder, ...rest)
    // An archive is data: no name in it may point outside.
    if (folder === undefined || path === undefined || !path.startsWith(folder + sep)) {
      entry.resume()
      continue
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
  }
  await reading
}

async function fillWorkspaces(config: Config, scratch: string) {
  const db = openDatabase(join(config.dataDir, 'deskhand.db'))
  const left: string[] = []
  let filled = 0
  try {
    const records = new SandboxRecords(db).all()
    const labels = { 'deskhand.app': 'deskhand', 'deskhand.install': installIdOf(db) }
    for (const record of records) {
      const path = join(scratch, `${record.id}.tar`)
      if (!existsSync(path)) continue
      try {
        const { docker } = await engineOf(config)
        await fillVolume(docker, record, { path, labels: { ...labels, 'deskhand.sandbox': record.id } })
        filled++
      } catch (error) {
        left.push(`The workspace ${record.volume} could not be filled: ${(error as Error).message}`)
      }
    }
  } finally {
    db.close()
  }
  return { filled, left }
}
