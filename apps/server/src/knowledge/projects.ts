import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { projects } from '../db/schema.ts'

export interface Project {
  id: string
  name: string
  instructions: string
  createdAt: number
}

/** What several sessions of one person share: instructions that stand in every prompt. */
export class Projects {
  readonly #orm: Db['orm']
  readonly #now: () => number

  constructor(db: Db, now: () => number) {
    this.#orm = db.orm
    this.#now = now
  }

  list(userId: string): Project[] {
    return this.#orm.select().from(projects).where(eq(projects.userId, userId)).all().map(body)
  }

  find(userId: string, id: string): Project | undefined {
    const row = this.#orm.select().from(projects).where(mine(userId, id)).get()
    return row === undefined ? undefined : body(row)
  }

  /** Makes it or changes it; false when the id is another person's. */
  put(userId: string, id: string, given: { name: string; instructions: string }): boolean {
    const row = this.#orm.select().from(projects).where(eq(projects.id, id)).get()
    if (row !== undefined && row.userId !== userId) return false
    this.#orm
      .insert(projects)
      .values({ id, userId, ...given, createdAt: this.#now() })
      .onConflictDoUpdate({ target: projects.id, set: given })
      .run()
    return true
  }

  /** false: there is none of this person's */
  remove(userId: string, id: string): boolean {
    return this.#orm.delete(projects).where(mine(userId, id)).run().changes > 0
  }

  instructionsOf(id: string | null): string | undefined {
    if (id === null) return undefined
    const row = this.#orm.select().from(projects).where(eq(projects.id, id)).get()
    return row === undefined || row.instructions.trim() === '' ? undefined : row.instructions
  }
}

const mine = (userId: string, id: string) => and(eq(projects.id, id), eq(projects.userId, userId))
const body = ({ id, name, instructions, createdAt }: Project): Project => ({
  id,
  name,
  instructions,
  createdAt,
})
