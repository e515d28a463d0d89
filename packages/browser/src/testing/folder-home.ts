import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BrowserHome } from '../browser-session.ts'

export interface FolderHome extends BrowserHome {
  /** stands for /workspace */
  folder: string
  keys: string[]
  remove(): Promise<void>
}

/** A BrowserHome over a temporary folder, for a Chromium of this machine. */
export async function folderHome(
  cdpUrl: string,
  options: { now?: () => number; timeZone?: string } = {},
): Promise<FolderHome> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-home-'))
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  const keys: string[] = []
  const at = (path: string) => (path.startsWith('/') ? path : join(folder, path))
  return {
    folder,
    keys,
    downloads,
    timeZone: options.timeZone ?? 'UTC',
    now: options.now ?? Date.now,
    cdp: () => ({ url: cdpUrl, headers: {} }),
    async pressKey(key) {
      keys.push(key)
    },
    files: {
      async stat(path) {
        const found = await stat(at(path)).catch(() => undefined)
        return (
          found && {
            path: at(path),
            size: found.size,
            type: found.isFile() ? 'file' : found.isDirectory() ? 'dir' : 'other',
          }
        )
      },
      async write(path, bytes) {
        await mkdir(dirname(at(path)), { recursive: true })
        await writeFile(at(path), bytes)
      },
      move: (from, to) => rename(at(from), at(to)),
      list: (path) => readdir(at(path)),
      async pdfText(path) {
        // Enough for PDFs whose text is not packed, which is all that tests have.
        const raw = await readFile(at(path), 'latin1')
        const text = [...raw.matchAll(/\(((?:[^()\\]|\\.)*)\)\s*Tj/g)].map((m) => m[1]).join('\n')
        if (!text) throw new Error(`${path} has no text that can be read`)
        return { text, pages: raw.match(/\/Type\s*\/Page\b/g)?.length ?? 1 }
      },
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
