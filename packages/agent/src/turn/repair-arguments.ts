import { jsonrepair } from 'jsonrepair'

export type ReadArguments =
  | { ok: true; value: Record<string, unknown>; repaired: boolean }
  | { ok: false; why: 'truncated' | 'malformed'; position?: number }

/**
 * Arguments as an object. What is only badly written (fences, single quotes, a trailing comma) is mended; what ends
 * in the middle is not: half a file must never be taken for a whole one.
 */
export function readArguments(raw: string): ReadArguments {
  const text = unfence(raw.trim())
  if (text === '') return { ok: true, value: {}, repaired: true }
  const plain = parseObject(text)
  if (plain) return { ok: true, value: plain, repaired: text !== raw }
  if (endsInside(text)) return { ok: false, why: 'truncated' }
  try {
    const mended = parseObject(jsonrepair(text))
    if (mended) return { ok: true, value: mended, repaired: true }
  } catch {
    // What cannot be mended is told to the model below.
  }
  return { ok: false, why: 'malformed', ...positionOf(text) }
}

// About a third of a window of 32 k. What is longer was done or refused; it need not be read again, and one such call
// alone would fill a window for the rest of the session.
const LONGEST_REPLAY = 40_000

/** The arguments as they go back to the model: its own bytes when they parse, else something valid that says so. */
export function argumentsForReplay(raw: string): string {
  if (raw.length > LONGEST_REPLAY) {
    const text = `${raw.length} characters of arguments, which began: ${raw.slice(0, 300)}`
    return JSON.stringify({ _left_out: text })
  }
  const plain = parseObject(raw)
  if (plain) return raw
  const read = readArguments(raw)
  return JSON.stringify(read.ok ? read.value : { _invalid: raw.slice(0, 500) })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    let value: unknown = JSON.parse(text)
    // Some servers encode the object twice.
    if (typeof value === 'string') value = JSON.parse(value)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const unfence = (text: string) => /^```\w*\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text

/** A string or a bracket is still open at the end. */
function endsInside(text: string): boolean {
  let depth = 0
  let quote: string | undefined
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = undefined
    } else if (char === '"' || (char === "'" && /[{[,:]\s*$/.test(text.slice(Math.max(0, at - 8), at))))
      quote = char
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return quote !== undefined || depth > 0
}

function positionOf(text: string): { position?: number } {
  try {
    JSON.parse(text)
  } catch (error) {
    const hit = error instanceof Error ? /position (\d+)/.exec(error.message) : null
    if (hit) return { position: Number(hit[1]) }
  }
  return {}
}
