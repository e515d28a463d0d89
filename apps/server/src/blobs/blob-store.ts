import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, type ReadStream, rmSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobId } from '@deskhand/protocol'
import { and, count, eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { blobs, uploads } from '../db/schema.ts'
import { newId } from '../sessions/new-id.ts'

export interface Stored {
  sha256: string
  size: number
}
export interface BlobRow {
  id: string
  sessionId: string
  sha256: string
  mime: string
  size: number
  name: string | null
  createdAt: number
}

/** Files in the server's keeping: bytes under `blobs/ab/abcdef…` by their SHA-256, and who may see them as rows. */
export class BlobStore {
  readonly #folder: string
  readonly #orm: Db['orm']
  readonly #now: () => number

  constructor(folder: string, db: Db, now: () => number) {
    this.#folder = folder
    this.#orm = db.orm
    this.#now = now
    rmSync(join(folder, 'incoming'), { recursive: true, force: true })
    mkdirSync(join(folder, 'incoming'), { recursive: true, mode: 0o700 })
  }

  /** Streams to disk; nothing is kept in memory, and nothing is left behind when the source breaks off. */
  async receive(source: AsyncIterable<Buffer | string>): Promise<Stored> {
    const incoming = join(this.#folder, 'incoming', randomBytes(12).toString('hex'))
    const hash = createHash('sha256')
    let size = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    try {
      await pipeline(source, count, createWriteStream(incoming, { mode: 0o600 }))
      const sha256 = hash.digest('hex')
      await this.#settle(incoming, sha256)
      return { sha256, size }
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  async receiveBytes(bytes: Uint8Array): Promise<Stored> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (!existsSync(this.pathOf(sha256))) {
      const incoming = join(this.#folder, 'incoming', randomBytes(12).toString('hex'))
      await writeFile(incoming, bytes, { mode: 0o600 })
      await this.#settle(incoming, sha256)
    }
    return { sha256, size: bytes.length }
  }

  /** Names stored bytes as this session's; the same content twice is one blob. */
  name(sessionId: string, stored: Stored, about: { mime: string; name?: string }): BlobId {
    const known = this.#orm
      .select({ id: blobs.id })
      .from(blobs)
      .where(and(eq(blobs.sessionId, sessionId), eq(blobs.sha256, stored.sha256), eq(blobs.mime, about.mime)))
      .get()
    if (known !== undefined) return BlobId.parse(known.id)
    const id = newId('blob', 16)
    this.#orm
      .insert(blobs)
      .values({
        id,
        sessionId,
        sha256: stored.sha256,
        size: stored.size,
        mime: about.mime,
        name: about.name ?? null,
        createdAt: this.#now(),
      })
      .run()
    return BlobId.parse(id)
  }

  async keep(sessionId: string, bytes: Uint8Array, mime: string): Promise<BlobId> {
    return this.name(sessionId, await this.receiveBytes(bytes), { mime })
  }

  find(sessionId: string, id: string): BlobRow | undefined {
    return this.#orm
      .select()
      .from(blobs)
      .where(and(eq(blobs.id, id), eq(blobs.sessionId, sessionId)))
      .get()
  }

  read(sha256: string): Promise<Buffer> {
    return readFile(this.pathOf(sha256))
  }
  /** `end` exclusive */
  stream(sha256: string, range?: { start: number; end: number }): ReadStream {
    return createReadStream(
      this.pathOf(sha256),
      range === undefined ? {} : { start: range.start, end: range.end - 1 },
    )
  }

  /** Forgets a session's blobs, and the bytes that nobody names any more. */
  removeOf(sessionId: string): void {
    const rows = this.#orm.delete(blobs).where(eq(blobs.sessionId, sessionId)).returning().all()
    for (const sha256 of new Set(rows.map((row) => row.sha256))) this.dropIfUnused(sha256)
  }

  dropIfUnused(sha256: string): void {
    const named = this.#orm.select({ n: count() }).from(blobs).where(eq(blobs.sha256, sha256)).get()?.n ?? 0
    const waiting =
      this.#orm.select({ n: count() }).from(uploads).where(eq(uploads.sha256, sha256)).get()?.n ?? 0
    if (named + waiting === 0) rmSync(this.pathOf(sha256), { force: true })
  }

  pathOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }

  async #settle(incoming: string, sha256: string) {
    mkdirSync(join(this.#folder, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
    await rename(incoming, this.pathOf(sha256))
  }
}
