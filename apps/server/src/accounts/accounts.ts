import { UserId } from '@deskhand/protocol'
import type { UserBody } from '@deskhand/protocol/http'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/open-database.ts'
import { links, users } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import { hashPassword, passwordFits } from './password.ts'
import { newSecret, secretHash } from './secret.ts'

export type Role = UserBody['role']
const hour = 3_600_000

/** People and their one-time links. Names are compared without regard to case. */
export class Accounts {
  readonly #orm: Db['orm']
  readonly #now: () => number

  constructor(db: Db, now: () => number) {
    this.#orm = db.orm
    this.#now = now
  }

  get setupNeeded(): boolean {
    return this.#orm.select({ n: count() }).from(users).get()?.n === 0
  }

  list(): UserBody[] {
    return this.#orm.select().from(users).orderBy(users.createdAt).all().map(body)
  }

  find(id: string): UserBody | undefined {
    const row = this.#orm.select().from(users).where(eq(users.id, id)).get()
    return row === undefined ? undefined : body(row)
  }

  named(username: string): UserBody | undefined {
    const row = this.#row(username)
    return row === undefined ? undefined : body(row)
  }

  /** undefined: name or password is wrong. Takes as long for a name that does not exist. */
  async check(username: string, password: string): Promise<UserBody | undefined> {
    const row = this.#row(username)
    const fits = await passwordFits(password, row?.passwordHash)
    return fits && row !== undefined ? body(row) : undefined
  }

  /** Without a password the person can only come in by a link or through the proxy. Throws USER_EXISTS. */
  async add(username: string, role: Role, password?: string): Promise<UserBody> {
    const passwordHash = password === undefined ? null : await hashPassword(password)
    return this.#insert(username, role, passwordHash)
  }

  async setPassword(id: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password)
    this.#orm.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
  }

  setRole(id: string, role: Role): void {
    if (role === 'member') this.#keepAnAdmin(id)
    this.#orm.update(users).set({ role }).where(eq(users.id, id)).run()
  }

  /** Throws LAST_ADMIN. */
  mayRemove(id: string): void {
    this.#keepAnAdmin(id)
  }

  remove(id: string): void {
    this.#keepAnAdmin(id)
    this.#orm.delete(users).where(eq(users.id, id)).run()
  }

  /** The link that makes the first account; older ones end. */
  setupLink(): string {
    this.#orm.delete(links).where(isNull(links.userId)).run()
    return this.#link(undefined, 7 * 24 * hour)
  }

  /** A link that sets this person's password once, within a day. */
  resetLink(userId: string): string {
    this.#orm.delete(links).where(eq(links.userId, userId)).run()
    return this.#link(userId, 24 * hour)
  }

  /** Makes the first account, or sets the password of the one the link is for. Throws WRONG_TOKEN, SETUP_DONE. */
  async redeem(token: string, username: string, password: string): Promise<UserBody> {
    const fresh = and(eq(links.tokenHash, secretHash(token)), gt(links.expiresAt, this.#now()))
    const passwordHash = await hashPassword(password)
    // From here on nothing waits: of two that redeem at once, the second finds the link gone.
    const link = this.#orm.delete(links).where(fresh).returning().get()
    if (link === undefined) throw refusal(this.setupNeeded ? 'WRONG_TOKEN' : 'SETUP_DONE')
    if (link.userId === null) {
      if (!this.setupNeeded) throw refusal('SETUP_DONE')
      return this.#insert(username, 'admin', passwordHash)
    }
    this.#orm.update(users).set({ passwordHash }).where(eq(users.id, link.userId)).run()
    const user = this.find(link.userId)
    if (user === undefined) throw refusal('WRONG_TOKEN')
    return user
  }

  #link(userId: string | undefined, ms: number) {
    const token = newSecret()
    this.#orm
      .insert(links)
      .values({ tokenHash: secretHash(token), userId: userId ?? null, expiresAt: this.#now() + ms })
      .run()
    return token
  }

  #insert(username: string, role: Role, passwordHash: string | null): UserBody {
    if (this.#row(username) !== undefined) throw refusal('USER_EXISTS')
    const row = { id: uuidv7(), username, role, passwordHash, createdAt: this.#now() }
    this.#orm.insert(users).values(row).run()
    return body(row)
  }

  #row(username: string) {
    return this.#orm
      .select()
      .from(users)
      .where(sql`lower(${users.username}) = lower(${username.trim()})`)
      .get()
  }

  #keepAnAdmin(id: string) {
    const others = this.list().filter((user) => user.role === 'admin' && user.id !== id)
    if (others.length === 0) throw refusal('LAST_ADMIN')
  }
}

const body = (row: { id: string; username: string; role: Role }): UserBody => ({
  id: UserId.parse(row.id),
  username: row.username,
  role: row.role,
})
