import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

/** A tar.gz under way: files are added in turn and streamed through. */
export class ArchiveWriter {
  readonly #pack: Pack = pack()
  readonly #written: Promise<void>

  constructor(path: string) {
    this.#written = pipeline(this.#pack, createGzip({ level: 4 }), createWriteStream(path, { mode: 0o600 }))
    // It is awaited in `end`; a failure before that shall not count as nobody's.
    this.#written.catch(() => {})
  }

  async file(name: string, path: string): Promise<void> {
    const { size } = statSync(path)
    const entry = this.#pack.entry({ name, size })
    // The size was announced: what is written to it meanwhile is left for the next backup.
    const bytes = size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1 })
    await pipeline(bytes, entry)
  }

  /** Every file below the folder; none when there is no such folder. */
  async folder(name: string, path: string): Promise<number> {
    const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = found.filter((entry) => entry.isFile())
    for (const entry of files) {
      const full = join(entry.parentPath, entry.name)
      await this.file(`${name}/${relative(path, full).replaceAll('\\', '/')}`, full)
    }
    return files.length
  }

  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }
}
