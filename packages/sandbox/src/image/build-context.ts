import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pack } from 'tar-stream'
import type { ImageSettings } from './image-settings.ts'

interface ContextFile {
  name: string
  mode: number
  bytes: Buffer
}

/** Everything that the image is built from. */
export interface BuildContext {
  /** of all files and settings: the same inputs are the same image */
  hash: string
  tar(): Readable
}

const FOLDERS = [
  { from: 'install', to: 'install' },
  { from: 'rootfs', to: 'rootfs' },
  { from: 'api/dist', to: 'api' },
]

/** From the folder `sandbox-image`. Throws a sentence when the gateway has not been built. */
export async function readBuildContext(folder: string, settings: ImageSettings): Promise<BuildContext> {
  if (!existsSync(join(folder, 'api/dist/gateway.mjs')))
    throw new Error(
      `The sandbox's gateway is not built: run "npm run build" in ${join(folder, 'api')} first.`,
    )
  const files: ContextFile[] = [
    { name: 'Dockerfile', mode: 0o644, bytes: withoutReturns(await readFile(join(folder, 'Dockerfile'))) },
    { name: 'install/extra-ca.pem', mode: 0o644, bytes: Buffer.from(settings.extraCaCerts ?? '') },
  ]
  for (const { from, to } of FOLDERS) files.push(...(await readFolder(join(folder, from), to)))
  files.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { hash: hashOf(files, settings), tar: () => tarOf(files) }
}

/** The folder `sandbox-image` above this file, wherever it was bundled to. */
export function findImageFolder(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'sandbox-image')
    if (existsSync(join(found, 'Dockerfile'))) return found
    if (dirname(folder) === folder) throw new Error(`There is no folder sandbox-image above ${from}.`)
  }
}

async function readFolder(folder: string, to: string): Promise<ContextFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const binary = bytes.includes(0)
      // Modes are ours, not those of whatever file system the files were checked out to.
      const isProgram = !binary && bytes.toString('latin1', 0, 2) === '#!'
      const name = join(to, path.slice(folder.length + 1))
      return { name, mode: isProgram ? 0o755 : 0o644, bytes: binary ? bytes : withoutReturns(bytes) }
    }),
  )
}

/** A checkout on Windows may have written CRLF, and "sh\r" is no program. */
function withoutReturns(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('utf8').replaceAll('\r\n', '\n')) : bytes
}

function hashOf(files: ContextFile[], settings: ImageSettings): string {
  const hash = createHash('sha256')
  for (const { name, mode, bytes } of files) hash.update(`${name}\0${mode}\0${bytes.length}\0`).update(bytes)
  const { baseImage, aptMirror, pipIndexUrl, npmRegistry } = settings
  return hash
    .update(JSON.stringify([baseImage, aptMirror, pipIndexUrl, npmRegistry]))
    .digest('hex')
    .slice(0, 16)
}

function tarOf(files: ContextFile[]): Readable {
  const tar = pack()
  // One time for all: the builder's cache looks at contents, and so does a person who compares two archives.
  for (const { name, mode, bytes } of files) tar.entry({ name, mode, mtime: new Date(0) }, bytes)
  tar.finalize()
  return tar as unknown as Readable
}
