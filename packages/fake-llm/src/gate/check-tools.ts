import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ChatRequest, RequestTool } from '../chat-request.ts'
import type { Violation } from './violation.ts'

const compiled = new Map<string, ValidateFunction | Error>()

/** A tool's parameters as a validator, or the error that its schema is. Kept by the schema's text. */
export function validatorOf(parameters: unknown): ValidateFunction | Error {
  const key = JSON.stringify(parameters ?? {})
  const known = compiled.get(key)
  if (known) return known
  let made: ValidateFunction | Error
  try {
    made = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
      (parameters ?? {}) as object,
    )
  } catch (error) {
    made = error as Error
  }
  if (compiled.size > 500) compiled.clear()
  compiled.set(key, made)
  return made
}

/** Names, descriptions and JSON Schemas of the declared tools, in OpenAI's limits and words. */
export function checkTools(request: ChatRequest): Violation[] {
  const names = new Set<string>()
  return (request.tools ?? []).flatMap((tool, nth) => checkTool(tool, nth, names))
}

function checkTool(tool: RequestTool, nth: number, names: Set<string>): Violation[] {
  const where = `tools[${nth}].function`
  const found: Violation[] = []
  const report = (message: string, param = where) =>
    found.push({ code: 'tools', message, param, what: String(name) })
  const { name, description, parameters } = tool.function ?? {}
  if (tool.type !== 'function' || !tool.function) {
    report(
      `Invalid value: '${tool.type}'. Supported values are: 'function' and 'custom'.`,
      `tools[${nth}].type`,
    )
    return found
  }
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    report(
      `Invalid '${where}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    )
  if (names.has(String(name))) report(`Invalid 'tools': the function name '${name}' is declared twice.`)
  names.add(String(name))
  if (typeof description === 'string' && description.length > 1024)
    report(
      `Invalid '${where}.description': string too long. Expected a string with maximum length 1024, but instead got a string with length ${description.length} instead.`,
    )
  const schema = parameters as { type?: unknown } | undefined
  if (schema !== undefined && schema?.type !== 'object')
    report(
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(schema?.type ?? null)}'.`,
    )
  const validator = validatorOf(parameters)
  if (validator instanceof Error) report(`Invalid schema for function '${name}': ${validator.message}`)
  return found
}
