import type { ProfileStore } from '@deskhand/llm'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { modelProfiles } from '../db/schema.ts'

type Patch = NonNullable<ReturnType<ProfileStore['load']>>

/** What was learnt of a model server outlives the process. */
export function keptProfiles(db: Db, now: () => number): ProfileStore {
  const load = (key: string): Patch | undefined => {
    const row = db.orm.select().from(modelProfiles).where(eq(modelProfiles.key, key)).get()
    return row === undefined ? undefined : (JSON.parse(row.profile) as Patch)
  }
  return {
    load,
    save(key, patch) {
      const row = { profile: JSON.stringify({ ...load(key), ...patch }), updatedAt: now() }
      db.orm
        .insert(modelProfiles)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: modelProfiles.key, set: row })
        .run()
    },
  }
}
