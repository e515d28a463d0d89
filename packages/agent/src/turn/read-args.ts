import { z } from 'zod'

type Schema = Record<string, unknown>

export type CheckedArgs =
  | { ok: true; args: Record<string, unknown>; lines: string[] }
  | { ok: false; text: string }

/**
 * Arguments read leniently where the meaning is plain: a number for a string and back, one for a list, a list of one
 * for one, "true" for true, null for absent. Extras are dropped with a line. Everything else is a fault told in words.
 */
export function readArgs(params: z.ZodObject, given: Record<string, unknown>): CheckedArgs {
  const schema = jsonSchema(params)
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const args: Record<string, unknown> = {}
  const lines: string[] = []
  for (const [key, value] of Object.entries(given)) {
    const known = properties[key]
    if (!known) lines.push(`note: argument "${key}" is unknown and was ignored`)
    else if (value !== null) args[key] = bend(value, known)
  }
  const checked = params.safeParse(args)
  if (checked.success) return { ok: true, args: checked.data, lines }
  return { ok: false, text: faults(checked.error, properties) }
}

const cache = new WeakMap<z.ZodObject, Schema>()

/** The parameters as a model reads them. */
export function jsonSchema(params: z.ZodObject): Schema {
  const known = cache.get(params)
  if (known) return known
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(params, { io: 'input' })
  const tidy = withoutNoise(schema) as Schema
  cache.set(params, tidy)
  return tidy
}

// Bounds of every integer and markers of strictness cost tokens in each request and help no model.
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isNoise(key, inner))
      .map(([key, inner]) => [key, withoutNoise(inner)]),
  )
}
const isNoise = (key: string, value: unknown) =>
  (key === 'additionalProperties' && value === false) ||
  ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) ||
  (key === 'minLength' && value === 1)

function bend(value: unknown, schema: Schema): unknown {
  const types = typesOf(schema)
  if (types.includes(kindOf(value))) {
    const items = schema.items as Schema | undefined
    return Array.isArray(value) && items ? value.map((item) => bend(item, items)) : value
  }
  if (types.includes('array')) return [bend(value, (schema.items as Schema | undefined) ?? {})]
  if (Array.isArray(value) && value.length === 1) return bend(value[0], schema)
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value)
  if (typeof value !== 'string') return value
  const text = value.trim()
  const wantsNumber = types.includes('number') || types.includes('integer')
  if (wantsNumber && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (types.includes('boolean') && /^(true|false|yes|no)$/i.test(text)) return /^(true|yes)$/i.test(text)
  return value
}

function typesOf(schema: Schema): string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat().map(String)
  const nested = [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? (list as Schema[]) : [],
  )
  const words = Array.isArray(schema.enum) ? schema.enum.map(kindOf) : []
  const fixed = schema.const === undefined ? [] : [kindOf(schema.const)]
  const all = [...own, ...words, ...fixed, ...nested.flatMap(typesOf)]
  return all.includes('integer') ? [...all, 'number'] : all
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

function faults(error: z.ZodError, properties: Record<string, Schema>): string {
  const lines = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `- ${path.join('.') || 'arguments'}: ${message}`)
  return `The arguments do not fit:\n${lines.join('\n')}\nParameters: ${Object.keys(properties).join(', ') || 'none'}`
}
