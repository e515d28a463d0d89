import { existsSync, readFileSync } from 'node:fs'
import { defaultPrices, type PriceTable, parsePrices } from '@deskhand/llm'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { savedSettings } from '../db/schema.ts'

// Beside the settings, under a name that no setting has.
const key = 'prices'

/** What models cost: the list that comes with the program, a file of the person's own, then what Settings say. */
export class PriceList {
  readonly #orm: Db['orm']
  readonly #file: PriceTable
  #own: PriceTable

  /** `path`: the file; it is read once. `warn` is told when it cannot be used. */
  constructor(db: Db, path: string, warn: (text: string) => void) {
    this.#orm = db.orm
    this.#file = fileAt(path, warn)
    const row = this.#orm.select().from(savedSettings).where(eq(savedSettings.key, key)).get()
    this.#own = row === undefined ? {} : parsePrices(JSON.parse(row.value))
  }

  get all(): PriceTable {
    return { ...this.given, ...this.#own }
  }
  /** what holds without the person's own */
  get given(): PriceTable {
    return { ...defaultPrices, ...this.#file }
  }
  get own(): PriceTable {
    return this.#own
  }

  /** Replaces the person's own rows. Throws TypeError naming the row that is wrong. */
  save(rows: unknown): void {
    const own = parsePrices(rows)
    this.#orm.transaction((tx) => {
      tx.delete(savedSettings).where(eq(savedSettings.key, key)).run()
      if (Object.keys(own).length > 0)
        tx.insert(savedSettings)
          .values({ key, value: JSON.stringify(own) })
          .run()
    })
    this.#own = own
  }
}

function fileAt(path: string, warn: (text: string) => void): PriceTable {
  if (!existsSync(path)) return {}
  try {
    return parsePrices(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    warn(`${path} is not used: ${(error as Error).message}`)
    return {}
  }
}
