import type { AuthSessionBody, TokenBody } from '@deskhand/protocol/http'
import { and, desc, eq, lt } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/open-database.ts'
import { apiTokens, signIns } from '../db/schema.ts'
import { newSecret, secretHash } from './secret.ts'

export const signInDays = 30
const day = 86_400_000

/** Who is signed in: cookies of browsers, tokens of scripts. */
export class SignIns {
  readonly #orm: Db['orm']
  readonly #now: () => number
  readonly #listeners: ((id: string) => void)[] = []

  constructor(db: Db, now: () => number) {
    this.#orm = db.orm
    this.#now = now
  }

  /** Told of each sign-in and token that ends before its time. */
  onEnd(listener: (id: string) => void): void {
    this.#listeners.push(listener)
  }

  /** The secret for the cookie; it is not kept. */
  start(userId: string, userAgent: string | undefined): string {
    const secret = newSecret()
    const now = this.#now()
    this.#orm
      .delete(signIns)
      .where(lt(signIns.lastSeenAt, now - signInDays * day))
      .run()
    this.#orm
      .insert(signIns)
      .values({
        id: uuidv7(),
        tokenHash: secretHash(secret),
        userId,
        createdAt: now,
        lastSeenAt: now,
        userAgent: userAgent?.slice(0, 300) ?? null,
      })
      .run()
    return secret
  }

  find(secret: string): { id: string; userId: string } | undefined {
    const row = this.#orm
      .select()
      .from(signIns)
      .where(eq(signIns.tokenHash, secretHash(secret)))
      .get()
    if (row === undefined) return undefined
    const now = this.#now()
    if (row.lastSeenAt < now - signInDays * day) {
      this.end(row.userId, row.id)
      return undefined
    }
    // Written once an hour at most: a reading page shall not write with every request.
    if (row.lastSeenAt < now - 3_600_000)
      this.#orm.update(signIns).set({ lastSeenAt: now }).where(eq(signIns.id, row.id)).run()
    return { id: row.id, userId: row.userId }
  }

  list(userId: string, current: string | undefined): AuthSessionBody[] {
    const rows = this.#orm
      .select()
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(desc(signIns.lastSeenAt))
      .all()
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      lastSeenAt: row.lastSeenAt,
      ...(row.userAgent === null ? {} : { userAgent: row.userAgent }),
      current: row.id === current,
    }))
  }

  /** All of this person's, or the one named. */
  end(userId: string, id?: string): number {
    const which = id === undefined ? undefined : eq(signIns.id, id)
    const ended = this.#orm
      .delete(signIns)
      .where(and(eq(signIns.userId, userId), which))
      .returning({ id: signIns.id })
      .all()
    this.#tell(ended)
    return ended.length
  }

  /** Nothing that this person holds opens anything any more. */
  endAll(userId: string): void {
    this.end(userId)
    this.#tell(
      this.#orm.delete(apiTokens).where(eq(apiTokens.userId, userId)).returning({ id: apiTokens.id }).all(),
    )
  }

  addToken(userId: string, name: string): TokenBody {
    const token = `dh_${newSecret()}`
    const row = { id: uuidv7(), tokenHash: secretHash(token), userId, name, createdAt: this.#now() }
    this.#orm.insert(apiTokens).values(row).run()
    return { id: row.id, name, createdAt: row.createdAt, token }
  }

  tokens(userId: string): TokenBody[] {
    const rows = this.#orm.select().from(apiTokens).where(eq(apiTokens.userId, userId)).all()
    return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt,
      ...(lastUsedAt === null ? {} : { lastUsedAt }),
    }))
  }

  /** false: there is no such token of this person. */
  removeToken(userId: string, id: string): boolean {
    const ended = this.#orm
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, userId), eq(apiTokens.id, id)))
      .returning({ id: apiTokens.id })
      .all()
    this.#tell(ended)
    return ended.length > 0
  }

  findToken(token: string): { id: string; userId: string } | undefined {
    const row = this.#orm
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.tokenHash, secretHash(token)))
      .get()
    if (row === undefined) return undefined
    const now = this.#now()
    if ((row.lastUsedAt ?? 0) < now - 60_000)
      this.#orm.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, row.id)).run()
    return { id: row.id, userId: row.userId }
  }

  #tell(ended: readonly { id: string }[]) {
    for (const { id } of ended) for (const listener of this.#listeners) listener(id)
  }
}
