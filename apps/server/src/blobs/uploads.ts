import { FileId } from '@deskhand/protocol'
import type { UploadedFile } from '@deskhand/protocol/http'
import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { uploads } from '../db/schema.ts'
import { newId } from '../sessions/new-id.ts'
import type { BlobStore, Stored } from './blob-store.ts'

const day = 86_400_000

/** Files that were sent and belong to no message yet. */
export class Uploads {
  readonly #orm: Db['orm']
  readonly #blobs: BlobStore
  readonly #now: () => number

  constructor(db: Db, blobs: BlobStore, now: () => number) {
    this.#orm = db.orm
    this.#blobs = blobs
    this.#now = now
  }

  add(userId: string, stored: Stored, about: { name: string; mime: string }): UploadedFile {
    const id = newId('file', 16)
    this.#orm
      .insert(uploads)
      .values({ id, userId, ...about, ...stored, createdAt: this.#now() })
      .run()
    return { fileId: FileId.parse(id), name: about.name, size: stored.size, mime: about.mime }
  }

  /** undefined: none of this person's, or forgotten. It stays until a day is over: a refused message may be sent again. */
  find(userId: string, id: string) {
    return this.#orm
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
      .get()
  }

  /** Forgets what nobody used for a day. */
  sweep(): void {
    const old = this.#orm
      .delete(uploads)
      .where(lt(uploads.createdAt, this.#now() - day))
      .returning()
      .all()
    for (const { sha256 } of old) this.#blobs.dropIfUnused(sha256)
  }
}
