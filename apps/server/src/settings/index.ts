import { model } from './model.ts'
import { network } from './network.ts'
import { sandbox } from './sandbox.ts'
import { search } from './search.ts'
import type { Setting } from './setting.ts'

/** Every key of the configuration. One more is one line in its group's file. */
export const settings = { ...network, ...model, ...search, ...sandbox }

export type SettingKey = keyof typeof settings
export type Values = { [K in SettingKey]: (typeof settings)[K] extends Setting<infer T> ? T : never }

export const settingKeys = Object.keys(settings) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
/** The table row of one key without its type. */
export const settingOf = (key: SettingKey): Setting<unknown> => settings[key]

/** What the README's table and `.env.example` are checked against. */
export const settingsTable = () =>
  settingKeys.map((key) => {
    const { group, help, shown, secret, example, atStart } = settingOf(key)
    return { key, group, help, default: shown, secret, example, atStart }
  })

/** Every secret in force: what may stand in no log, trace or event. */
export const secretsOf = (values: Values): string[] =>
  settingKeys
    .filter((key) => settingOf(key).secret)
    .flatMap((key) => {
      const value: unknown = values[key]
      return typeof value === 'object' && value !== null ? Object.values(value) : [value]
    })
    .filter((value): value is string => typeof value === 'string' && value.length > 3)
