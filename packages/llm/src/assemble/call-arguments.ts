import { jsonrepair } from 'jsonrepair'
import { wellFormed } from '../shape/clean-text.ts'
import { canonicalJson, isObject, parseJson } from '../wire/json-value.ts'

export interface CallArguments {
  arguments: string
  truncated?: true
  malformed?: string
}

/**
 * The arguments as they go into the history. What parses to an object stays byte for byte; small damage that has
 * one meaning (fences, a doubled or doubly encoded object, a trailing comma) is mended; what was cut is never
 * mended, for half a file must not be written as a whole one.
 */
export function readArguments(raw: unknown, cut: boolean): CallArguments {
  if (raw === undefined || raw === null) return cut ? truncated('') : { arguments: '{}' }
  if (typeof raw !== 'string') {
    return isObject(raw) ? { arguments: canonicalJson(raw) } : broken(JSON.stringify(raw), 'not an object')
  }
  const text = raw.trim()
  if (text === '' || text === 'null') return cut && text === '' ? truncated(raw) : { arguments: '{}' }
  const value = parseJson(text)
  if (isObject(value)) return { arguments: raw }
  if (typeof value === 'string') {
    const inner = readArguments(value, cut)
    return inner.malformed ? broken(raw, 'a text, not an object') : inner
  }
  if (value !== undefined) return broken(raw, 'not an object')
  return mend(text) ?? (isUnfinished(text) ? truncated(raw) : (repair(text) ?? broken(raw, position(text))))
}

function mend(text: string): CallArguments | undefined {
  const fenced = /^```(?:json)?\s*([\s\S]*?)\s*```$/.exec(text)?.[1]
  // Some servers begin with an empty object, or send the whole again in the last chunk.
  const half = text.length % 2 === 0 ? text.slice(text.length / 2) : undefined
  const doubled = half && text === half + half ? half : undefined
  const afterEmpty = /^\{\}\s*(\{[\s\S]*)$/.exec(text)?.[1]
  const candidate = [fenced, doubled, afterEmpty].find((part) => part && isObject(parseJson(part)))
  return candidate === undefined ? undefined : { arguments: candidate }
}

function repair(text: string): CallArguments | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const repaired = parseJson(jsonrepair(text))
    return isObject(repaired) ? { arguments: canonicalJson(repaired) } : undefined
  } catch {
    return undefined
  }
}

/** True when the text ends inside a string or an open bracket. */
export function isUnfinished(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  return inString || depth > 0
}

const shown = 2_000
const invalid = (raw: string) => JSON.stringify({ _invalid: wellFormed(raw.slice(0, shown)) })
const truncated = (raw: string): CallArguments => ({ arguments: invalid(raw), truncated: true })
const broken = (raw: string, malformed: string): CallArguments => ({ arguments: invalid(raw), malformed })

function position(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error)
  }
}
