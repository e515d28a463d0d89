import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { SandboxRecords } from '../sandboxes/sandbox-records.ts'
import { ArchiveWriter } from './archive.ts'
import { engineOf } from './engine-of.ts'
import { complain, say } from './say.ts'
import { saveVolume } from './volumes.ts'

/** `backup FILE`: database, files and workspaces into one archive, while the server runs. */
export async function backup(config: Config, [file]: string[]): Promise<number> {
  const { dataDir } = config
  if (file === undefined) {
    complain('Usage: npm run backup -- FILE.tar.gz')
    return 2
  }
  if (!existsSync(join(dataDir, 'deskhand.db'))) {
    complain(`There is nothing to back up in ${dataDir}.`)
    return 1
  }
  const scratch = mkdtempSync(join(tmpdir(), 'deskhand-backup-'))
  const db = openDatabase(join(dataDir, 'deskhand.db'))
  try {
    const archive = new ArchiveWriter(resolve(file))
    // SQLite's own copy: whole and of one moment, whatever is written meanwhile.
    await db.sqlite.backup(join(scratch, 'deskhand.db'))
    await archive.file('data/deskhand.db', join(scratch, 'deskhand.db'))
    let files = 0
    for (const folder of ['blobs', 'knowledge', 'skills'])
      files += await archive.folder(`data/${folder}`, join(dataDir, folder))
    for (const name of ['mcp.json', 'prices.json'])
      if (existsSync(join(dataDir, name))) await archive.file(`data/${name}`, join(dataDir, name))
    const { saved, left } = await saveWorkspaces(config, new SandboxRecords(db), { archive, scratch })
    await archive.end()
    say(`Saved in ${resolve(file)}: the database, ${files} files, ${saved} workspaces.`)
    for (const problem of left) complain(problem)
    return left.length === 0 ? 0 : 1
  } finally {
    db.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function saveWorkspaces(
  config: Config,
  records: SandboxRecords,
  to: { archive: ArchiveWriter; scratch: string },
) {
  const owned = records.all().filter((record) => record.sessionId !== undefined)
  const left: string[] = []
  if (owned.length === 0) return { saved: 0, left }
  const { docker } = await engineOf(config)
  let saved = 0
  for (const record of owned) {
    const path = join(to.scratch, 'workspace.tar')
    try {
      await saveVolume(docker, record, path)
      await to.archive.file(`workspaces/${record.id}.tar`, path)
      saved++
    } catch (error) {
      left.push(`The workspace ${record.volume} is not in it: ${(error as Error).message}`)
    }
  }
  return { saved, left }
}
