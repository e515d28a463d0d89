import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Accounts } from '../accounts/accounts.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { complain, say } from './say.ts'

/** `user reset NAME`: a link that signs this person in once, with a new password. Works while the server runs. */
export async function user({ dataDir, values }: Config, [action, name]: string[]): Promise<number> {
  if (action !== 'reset' || name === undefined) {
    complain('Usage: npm run user -- reset NAME')
    return 2
  }
  const path = join(dataDir, 'deskhand.db')
  if (!existsSync(path)) {
    complain(`There is no database in ${dataDir} yet: start the server once.`)
    return 1
  }
  const db = openDatabase(path)
  try {
    const accounts = new Accounts(db, Date.now)
    const found = accounts.named(name)
    if (found === undefined) {
      const names = accounts.list().map((one) => one.username)
      complain(`There is no ${name}. There are: ${names.join(', ') || 'nobody yet'}`)
      return 1
    }
    const base =
      values.PUBLIC_URL ?? `http://${values.HOST === '0.0.0.0' ? 'localhost' : values.HOST}:${values.PORT}`
    const query = new URLSearchParams({ token: accounts.resetLink(found.id), name: found.username })
    say(
      `${found.username} chooses a new password here, once, within a day:\n${base}${values.BASE_PATH}setup?${query}`,
    )
    return 0
  } finally {
    db.close()
  }
}
