/** Where a setting's value came from; also the order of precedence. */
export type Source = 'environment' | 'file' | 'saved' | 'default'

/** One key of the configuration: what it means, and how its text becomes a value. */
export interface Setting<T> {
  group: string
  help: string
  /** said when a value is bad */
  example: string
  default: T
  /** what the table says when the default is computed or "none" */
  shown: string
  /** write-only: never sent back, never logged */
  secret: boolean
  /** needed before the database is open, so that Settings can only show it */
  atStart: boolean
  /** the words it may be, where they are few */
  options?: readonly string[]
  /** throws a sentence's second half: "must be a whole number from 0 to 65535" */
  read(text: string): T
}

type Words = { group: string; help: string; example?: string; shown?: string; secret?: true; atStart?: true }

const make = <T>(words: Words, fallback: T, example: string, read: (text: string) => T): Setting<T> => ({
  group: words.group,
  help: words.help,
  example: words.example ?? example,
  default: fallback,
  shown: words.shown ?? (fallback === undefined ? 'none' : String(fallback)),
  secret: words.secret ?? false,
  atStart: words.atStart ?? false,
  read,
})

export const text = (words: Words) =>
  make<string | undefined>(words, undefined, 'some text', (value) => value)

export const textOr = (fallback: string, words: Words) =>
  make<string>(words, fallback, fallback, (value) => value)

export const whole = <D extends number | undefined>(
  fallback: D,
  { min, max, ...words }: Words & { min: number; max: number },
) =>
  make<number | D>(words, fallback, String(fallback ?? Math.max(min, 1)), (value) => {
    const number = Number(value)
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return number
  })

export const decimal = <D extends number | undefined>(
  fallback: D,
  { min, max, ...words }: Words & { min: number; max: number },
) =>
  make<number | D>(words, fallback, String(fallback ?? min), (value) => {
    const number = Number(value)
    if (!Number.isFinite(number) || number < min || number > max)
      throw new Error(`must be a number from ${min} to ${max}`)
    return number
  })

/** One of a few words, in any case; `also` maps words of other products to ours. */
export const word = <const W extends string, D extends W | undefined>(
  options: readonly W[],
  fallback: D,
  { also = {}, ...words }: Words & { also?: Record<string, W> },
) => ({
  ...make<W | D>(words, fallback, options[0] ?? '', (value) => oneOf(options, also, value)),
  options,
})

export const wordList = <const W extends string>(
  options: readonly W[],
  { also = {}, ...words }: Words & { also?: Record<string, W> },
) =>
  make<W[] | undefined>(words, undefined, options.slice(0, 2).join(','), (value) =>
    split(value).map((one) => oneOf(options, also, one)),
  )

export const list = (words: Words) =>
  make<string[]>({ shown: 'none', ...words }, [], 'one,two', (value) => split(value))

const yes = new Set(['1', 'true', 'yes', 'on'])
const no = new Set(['0', 'false', 'no', 'off'])
export const flag = <D extends boolean | undefined>(fallback: D, words: Words) =>
  make<boolean | D>(words, fallback, 'yes', (value) => {
    const given = value.toLowerCase()
    if (yes.has(given)) return true
    if (no.has(given)) return false
    throw new Error('must be yes or no')
  })

export const url = (words: Words) =>
  make<string | undefined>(words, undefined, 'https://example.com', (value) => {
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw new Error('must be an address that begins with http:// or https://')
    return value.replace(/\/+$/, '')
  })

function oneOf<W extends string>(options: readonly W[], also: Record<string, W>, value: string): W {
  const given = value.toLowerCase()
  const found = options.find((option) => option.toLowerCase() === given) ?? also[given]
  if (found === undefined) throw new Error(`must be one of: ${options.join(', ')}`)
  return found
}

const split = (value: string) =>
  value
    .split(/[,\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
