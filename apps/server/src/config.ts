import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isForeignKey } from './settings/foreign-keys.ts'
import { isSettingKey, type SettingKey, settingKeys, settingOf, type Values } from './settings/index.ts'
import { nearestKey } from './settings/nearest-key.ts'
import type { Source } from './settings/setting.ts'

/** What the surroundings say, before anything that was saved in Settings. */
export interface Config {
  values: Values
  /** keys that the environment or `.env` fixes */
  fixed: Partial<Record<SettingKey, Exclude<Source, 'saved' | 'default'>>>
  warnings: string[]
  /** absolute */
  dataDir: string
}

/** A bad value: the start ends with these sentences. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment and the `.env` in `folder`. Throws ConfigError naming every bad key. */
export function readConfig(options: { env?: NodeJS.ProcessEnv; folder?: string } = {}): Config {
  const folder = options.folder ?? process.cwd()
  const environment = options.env ?? process.env
  const file = readEnvFile(resolve(folder, '.env'))
  const fixed: Config['fixed'] = {}
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const key of settingKeys) {
    const setting = settingOf(key)
    const source = present(environment[key]) ? 'environment' : present(file[key]) ? 'file' : undefined
    values[key] = setting.default
    if (source === undefined) continue
    fixed[key] = source
    try {
      values[key] = setting.read(given((source === 'file' ? file : environment)[key]))
    } catch (error) {
      problems.push(badValue(key, (error as Error).message))
    }
  }
  const checked = values as Values
  checked.EXTRA_CA_CERTS ??= environment.NODE_EXTRA_CA_CERTS
  problems.push(...contradictions(checked))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    values: checked,
    fixed,
    warnings: [...unknownKeys(Object.keys(file)), ...doubtful(checked)],
    dataDir: resolve(folder, checked.DATA_DIR),
  }
}

/** "PORT must be a whole number …, for example PORT=3000"; the value itself is not repeated: it may be a secret. */
export const badValue = (key: SettingKey, what: string) =>
  `${key} ${what}; for example ${key}=${settingOf(key).example}`

// An empty value is no value: `API_BASE=` in a copied example file means "not set".
const present = (value: string | undefined) => value !== undefined && value.trim() !== ''
const given = (value: string | undefined) => (value ?? '').trim()

const readEnvFile = (path: string) =>
  existsSync(path) ? (parseEnv(readFileSync(path, 'utf8')) as Record<string, string | undefined>) : {}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

function contradictions(values: Values): string[] {
  const problems: string[] = []
  if (values.AUTH === 'none' && !isLoopback(values.HOST) && !values.AUTH_NONE_ON_LAN)
    problems.push(
      `AUTH=none would let everyone who reaches ${values.HOST} in: use HOST=127.0.0.1, AUTH=password, or say AUTH_NONE_ON_LAN=yes`,
    )
  if (values.AUTH === 'proxy' && values.TRUST_PROXY.length === 0)
    problems.push("AUTH=proxy needs the proxy's address; for example TRUST_PROXY=127.0.0.1")
  if (values.EXTRA_CA_CERTS !== undefined && !existsSync(values.EXTRA_CA_CERTS))
    problems.push(
      `EXTRA_CA_CERTS names a file that is not there; for example EXTRA_CA_CERTS=/etc/ssl/certs/company.pem`,
    )
  return problems
}

function doubtful(values: Values): string[] {
  const warnings: string[] = []
  if (values.MAX_TOKENS !== undefined && values.MAX_TOKENS < 4096)
    warnings.push(
      `MAX_TOKENS=${values.MAX_TOKENS} cuts replies in the middle of long files; leave it out or use 8192`,
    )
  if (values.PUBLIC_URL !== undefined && values.PREVIEW_URL === undefined)
    warnings.push('PUBLIC_URL is set without PREVIEW_URL: programs that the agent starts cannot be opened')
  return warnings
}

function unknownKeys(keys: string[]): string[] {
  return keys
    .filter((key) => !isSettingKey(key) && !isForeignKey(key) && key !== 'NODE_EXTRA_CA_CERTS')
    .map((key) => {
      const near = nearestKey(key, settingKeys)
      return `.env has ${key}, which is not known${near === undefined ? '' : `; did you mean ${near}?`}`
    })
}
