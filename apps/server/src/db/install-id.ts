import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from './open-database.ts'
import { meta } from './schema.ts'

/** Made once for a data folder: labels of containers and names of cookies carry it. */
export function installIdOf(db: Db): string {
  db.orm
    .insert(meta)
    .values({ key: 'install', value: randomBytes(6).toString('hex') })
    .onConflictDoNothing()
    .run()
  const row = db.orm.select().from(meta).where(eq(meta.key, 'install')).get()
  return row?.value ?? ''
}
