import { type ChatRequest, callName, type RequestMessage } from '../chat-request.ts'
import type { Violation, ViolationCode } from './violation.ts'

type Report = (code: ViolationCode, at: number, message: string, what?: string) => void

/** V1–V12 over the messages of a request, in order of appearance. `alternates` adds V9. */
export function checkMessages(request: ChatRequest, alternates = false): Violation[] {
  const found: Violation[] = []
  const report: Report = (code, at, message, what) =>
    found.push({ code, at, message, what, param: `messages.[${at}]` })
  const { messages } = request
  if (messages.length === 0)
    report(
      'V10',
      0,
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    )
  checkRoles(messages, alternates, report)
  checkCalls(messages, report)
  for (const [at, message] of messages.entries()) checkContent(message, at, report)
  if (
    !request.tools?.length &&
    messages.some((message) => message.tool_calls?.length || message.role === 'tool')
  )
    report(
      'V12',
      messages.findIndex((message) => message.tool_calls?.length || message.role === 'tool'),
      "Invalid value: 'messages' has tool calls while 'tools' is missing or empty.",
    )
  return found
}

function checkRoles(messages: readonly RequestMessage[], alternates: boolean, report: Report): void {
  const known = ['system', 'developer', 'user', 'assistant', 'tool']
  for (const [at, { role }] of messages.entries()) {
    const before = messages[at - 1]?.role
    if (!known.includes(role))
      report(
        'body',
        at,
        `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
        role,
      )
    if ((role === 'system' || role === 'developer') !== (at === 0))
      report(
        'V1',
        at,
        at === 0
          ? 'The first message must be the system message.'
          : 'System message must be at the beginning, and only once.',
      )
    if (role === 'user' && before === 'user')
      report('V8', at, 'Conversation roles must alternate: two user messages in a row.')
    if (role === 'assistant' && before === 'assistant')
      report('V8', at, 'Conversation roles must alternate: two assistant messages in a row.')
    if (alternates && role === 'user' && before === 'tool')
      report('V9', at, "Unexpected role 'user' after role 'tool'")
  }
  const last = messages.at(-1)?.role
  if (last !== undefined && last !== 'user' && last !== 'tool')
    report(
      'V10',
      messages.length - 1,
      `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${last}`,
    )
}

function checkCalls(messages: readonly RequestMessage[], report: Report): void {
  const seen = new Set<string>()
  let open: string[] = []
  let openedAt = 0
  const settle = () => {
    if (open.length > 0)
      report(
        'V3',
        openedAt,
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
        open[0],
      )
    open = []
  }
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = String(message.tool_call_id ?? '')
      if (!open.includes(id))
        report(
          'V2',
          at,
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          id,
        )
      open = open.filter((other) => other !== id)
      continue
    }
    settle()
    if (!message.tool_calls) continue
    openedAt = at
    for (const [nth, call] of message.tool_calls.entries()) {
      const id = typeof call.id === 'string' ? call.id : ''
      if (!/^[A-Za-z0-9_-]{1,40}$/.test(id))
        report(
          'V5',
          at,
          `Invalid 'messages[${at}].tool_calls[${nth}].id': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          id,
        )
      if (seen.has(id))
        report('V5', at, `Duplicate value for 'tool_call_id' of '${id}' in message[${at}]`, id)
      seen.add(id)
      open.push(id)
      checkArguments(call.function?.arguments, callName(call), at, nth, report)
    }
  }
  settle()
}

function checkArguments(raw: unknown, name: string, at: number, nth: number, report: Report): void {
  const where = `messages[${at}].tool_calls[${nth}].function`
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    report(
      'V6',
      at,
      `Invalid '${where}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      name,
    )
  if (typeof raw !== 'string') {
    report(
      'V6',
      at,
      `Invalid type for '${where}.arguments': expected a string, but got ${raw === undefined ? 'nothing' : 'an object'} instead.`,
      name,
    )
    return
  }
  try {
    const value: unknown = JSON.parse(raw)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  } catch {
    // Said below, like JSON that is no object.
  }
  report('V6', at, `Invalid '${where}.arguments': not a JSON object.`, name)
}

function checkContent(message: RequestMessage, at: number, report: Report): void {
  const { role, content, tool_calls: calls } = message
  if (calls && calls.length === 0)
    report(
      'V4',
      at,
      `Invalid 'messages[${at}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    )
  const empty = content === undefined || content === null || content.length === 0
  if (role === 'assistant' && empty && !calls?.length)
    report(
      'V4',
      at,
      `Invalid value for 'content': expected a string, got ${content === '' ? 'an empty string' : 'null'}.`,
    )
  if (role === 'tool') {
    if (Array.isArray(content) && content.some((part) => part.type === 'image_url'))
      report(
        'V7',
        at,
        "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
      )
    else if (typeof content !== 'string' || content === '')
      report(
        'V7',
        at,
        `Invalid value for 'content' of the tool message at messages[${at}]: expected a non-empty string.`,
      )
  }
  if ((role === 'user' || role === 'system') && empty)
    report(
      'V7',
      at,
      `Invalid value for 'content': expected a string, got ${content === null ? 'null' : 'nothing'}.`,
    )
  if (Array.isArray(content)) {
    if (role !== 'user' && role !== 'tool' && content.some((part) => part.type === 'image_url'))
      report(
        'V7',
        at,
        `Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
      )
    if (content.some((part) => part.type === 'text' && !part.text))
      report('V7', at, `Invalid 'messages[${at}].content': text content blocks must be non-empty`)
  }
  if (hasBadUnicode(JSON.stringify([content, calls])))
    report('V11', at, `Invalid 'messages[${at}]': the text holds a lone surrogate or a NUL character.`)
}

// JSON.stringify writes lone surrogates and NUL as escapes; a backslash before one makes it plain text.
const hasBadUnicode = (json: string) =>
  /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/i.test(json)
