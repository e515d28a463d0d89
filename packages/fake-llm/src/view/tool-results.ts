import { callArguments, callName, type RequestMessage, textOf } from '../chat-request.ts'
import { attribute, tagged } from './tags.ts'

/** One tool result with the call that it answers. */
export interface ToolResultView {
  name: string
  /** raw arguments of the call */
  arguments: string
  /** word of the `status:` line, "" when there is none */
  status: string
  text: string
  /** index of the result's message in the request */
  at: number
}

/** Every tool result of the request, oldest first; also those that a text tool protocol put into user messages. */
export function toolResults(messages: readonly RequestMessage[]): ToolResultView[] {
  const open = new Map<string, { name: string; arguments: string }>()
  const results: ToolResultView[] = []
  for (const [at, message] of messages.entries()) {
    for (const call of message.tool_calls ?? [])
      open.set(String(call.id), { name: callName(call), arguments: callArguments(call) })
    if (message.role === 'user')
      for (const { attributes, body } of tagged(textOf(message), 'tool_result'))
        results.push({
          name: attribute(attributes, 'name') ?? '',
          arguments: '',
          status: statusOf(body),
          text: body,
          at,
        })
    if (message.role !== 'tool') continue
    const call = open.get(String(message.tool_call_id))
    const text = textOf(message)
    const name = call?.name || String(message.name ?? '')
    results.push({ name, arguments: call?.arguments ?? '', status: statusOf(text), text, at })
  }
  return results
}

const statusOf = (text: string) => /^status:\s*(\w+)/m.exec(text)?.[1] ?? ''
