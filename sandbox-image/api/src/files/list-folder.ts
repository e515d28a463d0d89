import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEntry } from '@deskhand/protocol/sandbox'

/** Folders first, then by name. What vanishes while it is listed is left out. */
export async function listFolder(path: string, hidden: boolean): Promise<FileEntry[]> {
  const names = (await readdir(path)).filter((name) => hidden || !name.startsWith('.'))
  const entries = (await Promise.all(names.map((name) => entryOf(join(path, name), name)))).flatMap(
    (one) => one ?? [],
  )
  const rank = (entry: FileEntry) => (entry.type === 'dir' ? 0 : 1)
  return entries.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

async function entryOf(path: string, name: string): Promise<FileEntry | undefined> {
  const own = await lstat(path).catch(() => undefined)
  if (!own) return undefined
  const isLink = own.isSymbolicLink()
  // Of a link, size and time of what it leads to; of one that leads nowhere, its own.
  const facts = isLink ? await stat(path).catch(() => own) : own
  const type = isLink ? 'link' : own.isDirectory() ? 'dir' : 'file'
  return { name, path, type, size: facts.isDirectory() ? 0 : facts.size, mtime: Math.round(facts.mtimeMs) }
}
