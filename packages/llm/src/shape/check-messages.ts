import type { ChatMessage, ToolSpec } from '../chat-model.ts'
import { isObject, parseJson } from '../wire/json-value.ts'

export interface Violation {
  /** V1 … V13, the invariants in this room's README */
  rule: string
  /** position in the list; -1 for the request as a whole */
  at: number
  text: string
}

const legalId = /^[A-Za-z0-9_-]{1,40}$/
const unclean = /\0|\p{Surrogate}/u

/**
 * What a strict server would refuse in this request; empty when all is well. `limit` adds the size (V13), in tokens.
 * V9 (a bridge between a result and a user message) is made when the list is shaped for a server that wants it.
 */
export function checkMessages(
  messages: readonly ChatMessage[],
  tools: readonly ToolSpec[] = [],
  limit?: { tokens: number; max: number },
): Violation[] {
  const found: Violation[] = []
  const report = (rule: string, at: number, text: string) => found.push({ rule, at, text })
  checkOrder(messages, report)
  checkPairs(messages, report)
  messages.forEach((message, at) => {
    checkContent(message, at, report)
  })
  if (tools.length === 0 && messages.some((m) => m.role === 'assistant' && m.calls.length > 0)) {
    report('V12', -1, 'the history has calls but the request declares no tools')
  }
  if (limit && limit.tokens > limit.max) {
    report('V13', -1, `${limit.tokens} tokens do not fit into ${limit.max}`)
  }
  return found
}

type Report = (rule: string, at: number, text: string) => void

function checkOrder(messages: readonly ChatMessage[], report: Report) {
  messages.forEach((message, at) => {
    if ((message.role === 'system') !== (at === 0)) report('V1', at, 'exactly one system message, first')
    const before = messages[at - 1]
    if (message.role === 'user' && before?.role === 'user') {
      report('V8', at, 'two user messages in a row')
    }
  })
  const last = messages.at(-1)
  if (last?.role !== 'user' && last?.role !== 'tool') {
    report('V10', messages.length - 1, 'the last message must be of the user or of a tool')
  }
}

function checkPairs(messages: readonly ChatMessage[], report: Report) {
  const seen = new Set<string>()
  let open = new Set<string>()
  messages.forEach((message, at) => {
    if (message.role === 'tool') {
      if (!open.delete(message.callId)) report('V2', at, `answers ${message.callId}, which is not open`)
      return
    }
    for (const id of open) report('V3', at, `call ${id} has no answer`)
    open = new Set()
    if (message.role !== 'assistant') return
    for (const { id } of message.calls) {
      if (!legalId.test(id)) report('V5', at, `illegal call id ${JSON.stringify(id)}`)
      if (seen.has(id)) report('V5', at, `call id ${id} is used twice`)
      seen.add(id)
      open.add(id)
    }
  })
  for (const id of open) report('V3', messages.length - 1, `call ${id} has no answer`)
}

function checkContent(message: ChatMessage, at: number, report: Report) {
  const texts =
    typeof message.content === 'string'
      ? [message.content]
      : message.content.map((part) => (part.type === 'text' ? part.text : ' '))
  if (texts.some((text) => unclean.test(text))) report('V11', at, 'a lone surrogate or NUL')
  if (message.role === 'assistant') {
    if (message.calls.length === 0 && message.content.trim() === '') {
      report('V4', at, 'an assistant message without content and calls')
    }
    for (const call of message.calls) {
      if (!isObject(parseJson(call.arguments))) report('V6', at, `arguments of ${call.id} are no JSON object`)
    }
    return
  }
  if (message.role === 'tool' && (typeof message.content !== 'string' || message.content === '')) {
    report('V7', at, 'the content of a tool message must be a text that is not empty')
  }
  if (message.role === 'user' && (texts.length === 0 || texts.every((text) => text === ''))) {
    report('V4', at, 'an empty user message')
  }
}
