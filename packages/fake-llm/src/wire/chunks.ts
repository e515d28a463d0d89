import type { FakeCall, FakeReply, FakeUsage } from '../chat-reply.ts'
import type { Persona, Shape } from '../personas/persona.ts'
import { callAsText } from './call-as-text.ts'

/** One JSON object of a stream (or the one of a plain answer), or a line that is none. */
export type WireEvent = { json: Chunk } | { raw: string }
export interface Chunk {
  choices?: Choice[]
  [field: string]: unknown
}
export interface Choice {
  index: number
  delta?: Said
  message?: Said
  finish_reason?: string | null
  [field: string]: unknown
}
export interface Said {
  role?: string
  content?: string | null
  tool_calls?: WireCall[]
  [field: string]: unknown
}
export interface WireCall {
  index?: number
  id?: string
  type?: string
  function?: { name?: string | null; arguments?: unknown }
  [field: string]: unknown
}

export interface AnswerFacts {
  persona: Persona
  model: string
  /** hex, the same for the same request: ids are made of it */
  seed: string
  usage: FakeUsage
  /** the client asked for usage in the stream */
  usageAsked: boolean
}

export const finishOf = (reply: FakeReply, shape: Shape): string =>
  reply.finish ?? (reply.calls.length > 0 && !shape.callsAsText ? shape.finishWithCalls : 'stop')

/** The reply as a stream of the persona's chunks, `[DONE]` included. */
export function streamOf(reply: FakeReply, facts: AnswerFacts): WireEvent[] {
  const { shape } = facts.persona
  const events: WireEvent[] = []
  const push = (delta: Said, finish: string | null = null, more: Partial<Choice> = {}, top: Chunk = {}) =>
    events.push({
      json: {
        ...base(facts, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish, ...more }],
        ...top,
      },
    })
  if (shape.comment) events.push({ raw: `: ${shape.comment}\n\n` })
  if (shape.firstChunk)
    events.push({ json: { ...base(facts, 'chat.completion.chunk'), ...shape.firstChunk } })
  push({ role: 'assistant', content: '' })
  const thinking = shape.reasoning ? (reply.reasoning ?? '') : ''
  for (const piece of pieces(thinking, reply.pace.chunkChars)) push(reasoningDelta(shape, piece))
  for (const piece of pieces(contentOf(reply, shape), reply.pace.chunkChars)) push({ content: piece })
  if (!shape.callsAsText)
    for (const [nth, call] of reply.calls.entries())
      for (const delta of callDeltas(call, nth, facts, reply.pace.chunkChars * 4))
        push({ tool_calls: [delta] })
  const usage = facts.persona.usageBody(facts.usage)
  push(
    {},
    finishOf(reply, shape),
    shape.usage === 'choice' ? { usage } : {},
    shape.usage === 'finish' ? { usage } : {},
  )
  if (shape.usage === 'asked' && facts.usageAsked)
    events.push({ json: { ...base(facts, 'chat.completion.chunk'), choices: [], usage } })
  events.push({ raw: 'data: [DONE]\n\n' })
  return events
}

/** The reply as one JSON body. */
export function completionOf(reply: FakeReply, facts: AnswerFacts): Chunk {
  const { shape, usageBody } = facts.persona
  const content = contentOf(reply, shape)
  const calls = shape.callsAsText ? [] : reply.calls.map((call, nth) => wholeCall(call, nth, facts))
  const message: Said = {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(reply.reasoning && shape.reasoning ? reasoningDelta(shape, reply.reasoning) : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  return {
    ...base(facts, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishOf(reply, shape) }],
    usage: usageBody(facts.usage),
  }
}

// A fixed moment: an answer is a function of its request alone.
const base = (facts: AnswerFacts, object: string): Chunk => ({
  id: `chatcmpl-${facts.seed.slice(0, 24)}`,
  object,
  created: 1_760_000_000,
  model: facts.model,
})

function contentOf(reply: FakeReply, shape: Shape): string {
  if (!shape.callsAsText || reply.calls.length === 0) return reply.text
  return [reply.text, ...reply.calls.map((call) => callAsText(call, 'xml'))].filter(Boolean).join('\n')
}

function reasoningDelta(shape: Shape, text: string): Said {
  if (!shape.reasoning) return {}
  const details = shape.reasoningDetails
    ? { reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }] }
    : {}
  return { [shape.reasoning]: text, ...details }
}

function wholeCall(call: FakeCall, nth: number, { persona: { shape }, seed }: AnswerFacts): WireCall {
  return {
    ...(shape.index === 'missing' ? {} : { index: shape.index === 'zero' ? 0 : nth }),
    id: shape.callId(seed, nth, call.name),
    type: 'function',
    function: {
      name: call.name,
      arguments: shape.objectArguments ? JSON.parse(call.arguments) : call.arguments,
    },
    ...shape.callExtra?.(seed, nth),
  }
}

function callDeltas(call: FakeCall, nth: number, facts: AnswerFacts, chars: number): WireCall[] {
  const { shape } = facts.persona
  const whole = wholeCall(call, nth, facts)
  if (shape.argumentPieces === 'whole') return [whole]
  const head = { ...whole, function: { name: call.name, arguments: '' } }
  const rest = pieces(call.arguments, chars).map((piece): WireCall => {
    const { id, name } = shape.continuation ?? {}
    return {
      ...(whole.index === undefined ? {} : { index: whole.index }),
      ...(id === undefined ? {} : { id }),
      function: { ...(name === undefined ? {} : { name }), arguments: piece },
    }
  })
  return [head, ...rest]
}

/** Cuts text into pieces of at most `size` UTF-16 units, never inside a surrogate pair. */
export function pieces(text: string, size: number): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + size, text.length)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end += 1
    found.push(text.slice(at, end))
    at = end
  }
  return found
}
