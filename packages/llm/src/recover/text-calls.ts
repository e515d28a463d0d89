import { isUnfinished } from '../assemble/call-arguments.ts'
import { canonicalJson, isObject, type JsonObject, parseJson, textAt } from '../wire/json-value.ts'
import { objectEnd } from './read-object.ts'

export interface TextCall {
  name: string
  arguments: string
}
export interface RecoveredCalls {
  calls: TextCall[]
  /** the answer without the markup */
  text: string
}

interface Found {
  start: number
  end: number
  calls: TextCall[]
}
type Envelope = (text: string, isTool: (name: string) => boolean) => Found[]

// The marked ones first: what stands inside a mark is not looked at again as bare JSON.
const envelopes: Envelope[] = [tagged, xmlFunctions, deepseekMarks, mistralMarks, fenced, bare]

/**
 * Calls that a model printed as text, if every one names a declared tool: known marks, fenced and bare JSON.
 * undefined when there is none. Reasoning must have been taken out before.
 */
export function recoverCalls(text: string, isTool: (name: string) => boolean): RecoveredCalls | undefined {
  for (const envelope of envelopes) {
    const found = envelope(text, isTool).filter(({ calls }) => calls.length > 0)
    if (found.length === 0) continue
    let rest = ''
    let at = 0
    for (const { start, end } of found) {
      rest += text.slice(at, start)
      at = end
    }
    rest += text.slice(at)
    const tidy = rest
      .replace(
        /<\/?(?:tool_calls?|function_calls?)>|<｜tool▁calls▁(?:begin|end)｜>|<\|tool_calls_section_(?:begin|end)\|>/g,
        '',
      )
      .trim()
    return { calls: found.flatMap(({ calls }) => calls), text: tidy }
  }
  return undefined
}

/** `<tool_call>{"name": …, "arguments": …}</tool_call>` and its relatives; the closing tag may be missing. */
function tagged(text: string, isTool: (name: string) => boolean): Found[] {
  const pattern = /<(tool_call|function_call|tool_use|functioncall)>\s*([\s\S]*?)\s*(?:<\/\1>|(?=<\1>)|$)/g
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    calls: insideTag(match[2] ?? '', isTool),
  }))
}

function insideTag(body: string, isTool: (name: string) => boolean): TextCall[] {
  const calls = [...fromJson(body, isTool), ...xmlCalls(body, isTool), ...glmCalls(body, isTool)]
  return calls.length > 0 ? calls : cutCall(body, isTool)
}

/** A call whose text ended before its arguments did: still a call, so that the model hears that it was cut. */
function cutCall(body: string, isTool: (name: string) => boolean): TextCall[] {
  const name = /^\{\s*"name"\s*:\s*"([\w-]+)"/.exec(body)?.[1] ?? ''
  if (!isTool(name) || !isUnfinished(body)) return []
  return [{ name, arguments: /"(?:arguments|parameters)"\s*:\s*(\{[\s\S]*)$/.exec(body)?.[1] ?? '{' }]
}

/** `<function=name><parameter=key>value</parameter></function>` or JSON inside. */
function xmlFunctions(text: string, isTool: (name: string) => boolean): Found[] {
  const pattern = /<function=[^>]+>[\s\S]*?(?:<\/function>|$)/g
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    calls: xmlCalls(match[0], isTool),
  }))
}

function xmlCalls(text: string, isTool: (name: string) => boolean): TextCall[] {
  return [...text.matchAll(/<function=([^>]+)>([\s\S]*?)(?:<\/function>|$)/g)].flatMap(([, given, body]) => {
    const name = given?.trim().replace(/^["']|["']$/g, '') ?? ''
    if (!isTool(name)) return []
    const json = parseJson(body?.trim() ?? '')
    return [{ name, arguments: isObject(json) ? body!.trim() : canonicalJson(parameters(body ?? '')) }]
  })
}

function parameters(body: string): JsonObject {
  const pairs = [
    ...body.matchAll(/<parameter[= ](?:name=)?["']?([^>"']+)["']?>\n?([\s\S]*?)\n?<\/parameter>/g),
  ]
  return Object.fromEntries(pairs.map(([, key, value]) => [key!.trim(), scalar(value ?? '')]))
}

/** GLM: `name\n<arg_key>k</arg_key><arg_value>v</arg_value>` */
function glmCalls(text: string, isTool: (name: string) => boolean): TextCall[] {
  const name = /^\s*([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? ''
  if (!isTool(name)) return []
  const pairs = [...text.matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)]
  if (pairs.length === 0 && text.trim() !== name) return []
  const entries = pairs.map(([, key, value]) => [key!.trim(), scalar(value ?? '')])
  return [{ name, arguments: canonicalJson(Object.fromEntries(entries)) }]
}

// Text stays text unless it is plainly a JSON value: a path may be called "12".
function scalar(value: string): unknown {
  // Space around a number is meant: it is text, the one line of a file perhaps.
  const parsed = /^(?:-?\d+(?:\.\d+)?|true|false|null|\s*[[{][\s\S]*)$/.test(value)
    ? parseJson(value)
    : undefined
  return parsed === undefined ? value : parsed
}

/** DeepSeek's and Kimi's special tokens, when the server has no parser for them. */
function deepseekMarks(text: string, isTool: (name: string) => boolean): Found[] {
  const deepseek =
    /<｜tool▁call▁begin｜>(?:function)?(?:<｜tool▁sep｜>)?([\w.-]+)(?:<｜tool▁sep｜>)?\s*(?:```json)?\s*([\s\S]*?)\s*(?:```)?\s*<｜tool▁call▁end｜>/g
  const kimi =
    /<\|tool_call_begin\|>\s*(?:functions\.)?([\w-]+)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*([\s\S]*?)\s*<\|tool_call_end\|>/g
  return [...text.matchAll(deepseek), ...text.matchAll(kimi)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    calls:
      isTool(match[1]!) && isObject(parseJson(match[2]!)) ? [{ name: match[1]!, arguments: match[2]! }] : [],
  }))
}

/** `[TOOL_CALLS][{"name": …}]` and `[TOOL_CALLS]name{"key": …}` */
function mistralMarks(text: string, isTool: (name: string) => boolean): Found[] {
  const marker = '[TOOL_CALLS]'
  const start = text.indexOf(marker)
  if (start < 0) return []
  const body = text.slice(start + marker.length).trim()
  const named = /^([\w-]+)\s*(?:\[ARGS\])?\s*(\{[\s\S]*\})$/.exec(body)
  const calls =
    named && isTool(named[1]!) && isObject(parseJson(named[2]!))
      ? [{ name: named[1]!, arguments: named[2]! }]
      : fromJson(body, isTool)
  return [{ start, end: text.length, calls }]
}

function fenced(text: string, isTool: (name: string) => boolean): Found[] {
  return [...text.matchAll(/```[\w-]*[ \t]*\r?\n?([\s\S]*?)```/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    calls: fromJson(match[1] ?? '', isTool),
  }))
}

// Bare JSON is a call only when the answer begins or ends with it: an example in the middle of prose is not.
function bare(text: string, isTool: (name: string) => boolean): Found[] {
  const trimmed = text.trim()
  const whole = fromJson(trimmed, isTool)
  if (whole.length > 0) return [{ start: 0, end: text.length, calls: whole }]
  const found: Found[] = []
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const end = objectEnd(text, at)
    if (end === undefined) break
    const calls = fromJson(text.slice(at, end), isTool)
    const atEdge = text.slice(0, at).trim() === '' || text.slice(end).trim() === ''
    if (calls.length > 0 && (atEdge || found.length > 0)) found.push({ start: at, end, calls })
    at = end
  }
  return found
}

/** Calls of a JSON text: one, a list, lines of them, or under tool_calls; empty when one names no declared tool. */
function fromJson(text: string, isTool: (name: string) => boolean): TextCall[] {
  const value = parseJson(text.trim())
  const lines =
    value === undefined
      ? text
          .trim()
          .split('\n')
          .map((line) => parseJson(line))
      : [value]
  const listed = lines.flatMap((line) => {
    const inner = isObject(line) && Array.isArray(line.tool_calls) ? line.tool_calls : line
    return Array.isArray(inner) ? inner : [inner]
  })
  const calls = listed.map((entry) => toCall(entry, isTool))
  return calls.every((call) => call !== undefined) ? calls : []
}

function toCall(entry: unknown, isTool: (name: string) => boolean): TextCall | undefined {
  if (!isObject(entry)) return undefined
  const source = isObject(entry.function) ? entry.function : entry
  const name =
    textAt(source, 'name') ??
    textAt(source, 'tool') ??
    textAt(source, 'tool_name') ??
    textAt(entry, 'function')
  if (!name || !isTool(name)) return undefined
  const given =
    source.arguments ?? source.parameters ?? source.args ?? source.input ?? source.tool_input ?? {}
  if (isObject(given)) return { name, arguments: canonicalJson(given) }
  return typeof given === 'string' && isObject(parseJson(given)) ? { name, arguments: given } : undefined
}
