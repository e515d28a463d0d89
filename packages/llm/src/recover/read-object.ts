import { jsonrepair } from 'jsonrepair'
import { isUnfinished } from '../assemble/call-arguments.ts'
import { parseJson } from '../wire/json-value.ts'

/**
 * The object that a text holds, by a ladder: the text as it is; a fenced block; the last balanced object that
 * validates; the same once more with small damage mended. Never from inside think tags. undefined when there is none.
 * `validate` answers the typed value, or undefined for another object.
 */
export function readObject<T>(text: string, validate: (value: unknown) => T | undefined): T | undefined {
  const answer = stripThink(text)
  const fenced = [...answer.matchAll(/```[a-z]*[ \t]*\r?\n?([\s\S]*?)```/gi)].map(
    ([, inside]) => inside ?? '',
  )
  const candidates = [answer.trim(), ...fenced.reverse(), ...balancedObjects(answer).reverse()]
  const open = lastOpenObject(answer)
  return (
    firstValid(candidates, parseJson, validate) ??
    firstValid(open ? [...candidates, open] : candidates, repaired, validate)
  )
}

/** The text without what stands between think tags; of an unclosed one nothing is left. */
export function stripThink(text: string): string {
  const closed = text.replace(/<(think|thinking|thought)>[\s\S]*?<\/\1>/gi, '')
  const lone = /^[\s\S]*<\/think(?:ing)?>/i.exec(closed)?.[0]
  return (lone ? closed.slice(lone.length) : closed).replace(/<(think|thinking|thought)>[\s\S]*$/i, '')
}

/** Every outermost `{…}` whose brackets match, outside of which strings are not looked at. */
export function balancedObjects(text: string): string[] {
  const found: string[] = []
  let open = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const end = objectEnd(text, at)
    if (end === undefined) {
      // Each bracket without an end costs a look at the whole rest.
      open += 1
      if (open > 100) break
      at += 1
      continue
    }
    found.push(text.slice(at, end))
    at = end
  }
  return found
}

/** Where the object that begins at `start` ends (exclusive); undefined when it does not. */
export function objectEnd(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function firstValid<T>(
  candidates: string[],
  read: (text: string) => unknown,
  validate: (value: unknown) => T | undefined,
): T | undefined {
  for (const candidate of candidates) {
    const value = read(candidate)
    const valid = value === undefined ? undefined : validate(value)
    if (valid !== undefined) return valid
  }
  return undefined
}

function repaired(text: string): unknown {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined
  try {
    return parseJson(jsonrepair(trimmed))
  } catch {
    return undefined
  }
}

// An answer that was cut, or whose quotes do not match, is offered to the mender from its first bracket.
function lastOpenObject(text: string): string | undefined {
  const start = text.indexOf('{')
  return start >= 0 && isUnfinished(text.slice(start)) ? text.slice(start) : undefined
}
