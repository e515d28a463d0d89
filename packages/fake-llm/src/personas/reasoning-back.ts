import type { ChatRequest } from '../chat-request.ts'

/** Index of the first assistant message with calls that lacks its reasoning; undefined when none does. */
export function missingReasoning(request: ChatRequest, field = 'reasoning_content'): number | undefined {
  const at = request.messages.findIndex(
    (message) =>
      message.role === 'assistant' && message.tool_calls?.length && typeof message[field] !== 'string',
  )
  return at < 0 ? undefined : at
}
