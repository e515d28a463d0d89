import { type FakeCall, type FakeReply, noPace } from '../chat-reply.ts'
import type { RequestView } from '../view/request-view.ts'
import { type Fill, filler } from './fill.ts'
import type { Rule } from './scenario.ts'
import type { Call } from './schema.ts'

/** The rule's reply with every `{{ }}` filled and every text in the request's language. Throws NothingCaptured. */
export function makeReply(rule: Rule, view: RequestView): FakeReply {
  const fill = filler(view, rule.captures)
  const spec = rule.reply
  const text = (value: unknown) => filled(value, fill, view.language) as string | undefined
  return {
    reasoning: text(spec.reasoning),
    text: text(spec.text) ?? '',
    calls: (spec.calls ?? []).map((call) => makeCall(call, fill, view.language)),
    finish: spec.finish,
    usage: spec.usage,
    pace: { ...noPace, ...rule.pace, ...spec.stream },
  }
}

/** The calls of a rule that may break the request's own schemas, by position. */
export const uncheckedCalls = (rule: Rule): boolean[] =>
  (rule.reply.calls ?? []).map((call) => isLong(call) && (call.unchecked === true || call.raw !== undefined))

type LongCall = Extract<Call, { name: string }>
const isLong = (call: Call): call is LongCall => typeof call.name === 'string'

function makeCall(call: Call, fill: Fill, language: 'en' | 'zh'): FakeCall {
  if (isLong(call))
    return {
      name: call.name,
      arguments: call.raw === undefined ? asArguments(call.args, fill, language) : fill(call.raw),
    }
  const [name, args] = Object.entries(call)[0] ?? ['', {}]
  return { name, arguments: asArguments(args, fill, language) }
}

const asArguments = (args: unknown, fill: Fill, language: 'en' | 'zh') =>
  JSON.stringify(filled(args ?? {}, fill, language))

function filled(value: unknown, fill: Fill, language: 'en' | 'zh'): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item) => filled(item, fill, language))
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  if (keys.length === 2 && 'en' in value && 'zh' in value) return filled(value[language], fill, language)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, fill, language)]))
}
