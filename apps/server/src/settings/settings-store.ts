import type { SettingBody } from '@deskhand/protocol/http'
import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/open-database.ts'
import { savedSettings } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import { isSettingKey, type SettingKey, settingKeys, settingOf, type Values } from './index.ts'
import { nearestKey } from './nearest-key.ts'

/** The settings in force: the environment first, then `.env`, then what was saved, then the default. */
export class SettingsStore {
  readonly #config: Config
  readonly #orm: Db['orm']
  readonly #listeners: (() => void)[] = []
  #saved: Partial<Record<SettingKey, string>> = {}
  #values: Values

  constructor(config: Config, db: Db) {
    this.#config = config
    this.#orm = db.orm
    this.#values = config.values
    this.#load()
  }

  get values(): Values {
    return this.#values
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Checks all, then saves all; null takes a saved value back. Throws SETTING_*, with nothing saved. */
  save(given: Record<string, string | null>): void {
    const changes = Object.entries(given).map(([key, text]) => this.#change(key, text?.trim() || null))
    this.#orm.transaction((tx) => {
      for (const { key, text } of changes) {
        tx.delete(savedSettings).where(eq(savedSettings.key, key)).run()
        if (text !== null) tx.insert(savedSettings).values({ key, value: text }).run()
      }
    })
    this.#load()
    for (const listener of this.#listeners) listener()
  }

  /** As Settings shows them: a secret only says whether there is one. */
  bodies(): SettingBody[] {
    return settingKeys.map((key) => {
      const { secret, group, help, atStart, options } = settingOf(key)
      const source = this.#config.fixed[key] ?? (this.#saved[key] === undefined ? 'default' : 'saved')
      const value = shown(this.#values[key])
      return {
        key,
        ...(secret || value === undefined ? {} : { value }),
        secret,
        set: value !== undefined && source !== 'default',
        source,
        group,
        help,
        ...(atStart ? { atStart } : {}),
        ...(options === undefined ? {} : { options: [...options] }),
      }
    })
  }

  #change(key: string, text: string | null) {
    if (!isSettingKey(key)) {
      const near = nearestKey(key, settingKeys)
      throw refusal('SETTING_UNKNOWN', {
        message: `There is no setting ${key}.`,
        ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
      })
    }
    const setting = settingOf(key)
    if (this.#config.fixed[key] !== undefined)
      throw refusal('SETTING_FIXED', { message: `${key} is fixed by the environment or .env.` })
    if (setting.atStart)
      throw refusal('SETTING_AT_START', { message: `${key} is read when the server starts.` })
    if (text === null) return { key, text }
    try {
      setting.read(text)
    } catch (error) {
      throw refusal('SETTING_INVALID', {
        message: `${key} ${(error as Error).message}.`,
        hint: `For example ${setting.example}`,
      })
    }
    return { key, text }
  }

  #load() {
    const rows = this.#orm.select().from(savedSettings).all()
    const values: Record<string, unknown> = { ...this.#config.values }
    this.#saved = {}
    for (const { key, value } of rows) {
      if (!isSettingKey(key) || this.#config.fixed[key] !== undefined) continue
      try {
        values[key] = settingOf(key).read(value)
        this.#saved[key] = value
      } catch {
        // Saved by an older version that allowed more: the default is better than no start.
      }
    }
    this.#values = values as Values
  }
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',')
  if (typeof value === 'object' && value !== null && 'width' in value && 'height' in value)
    return `${value.width}x${value.height}`
  if (typeof value === 'object')
    return Object.keys(value ?? {}).length === 0 ? undefined : JSON.stringify(value)
  return String(value)
}
