import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const ALWAYS_KEPT = 20
const MOST_FILES = 2000
const MOST_BYTES = 512 * 1024 * 1024

/**
 * Removes the oldest whole outputs, so that a session that lives for months does not fill its disk with them. The
 * newest stay whatever their size: what a model was just told to read is there. Never throws.
 */
export async function pruneOutputs(
  folder: string,
  { alwaysKept = ALWAYS_KEPT, files = MOST_FILES, bytes = MOST_BYTES } = {},
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.txt'))
      .map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => undefined)
        return { name, bytes: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
      }),
  )
  found.sort((a, b) => b.at - a.at)
  let held = 0
  for (const [index, file] of found.entries()) {
    held += file.bytes
    if (index < alwaysKept || (index < files && held <= bytes)) continue
    // Another user's, or gone already: it is no worse than before.
    await rm(join(folder, file.name), { force: true }).catch(() => {})
  }
}
