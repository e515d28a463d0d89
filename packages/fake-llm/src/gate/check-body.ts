import type { ChatRequest } from '../chat-request.ts'
import type { Violation } from './violation.ts'

/** A role's message may carry these; what a profile adds for one provider another refuses. */
const messageFields: Record<string, readonly string[]> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'tool_calls', 'refusal', 'audio', 'function_call'],
  tool: ['role', 'content', 'tool_call_id'],
}

/** The first unknown field of a message, as `messages[2].reasoning_content`. */
export function unknownMessageField(
  request: ChatRequest,
  allowed: readonly string[] = [],
): { at: number; field: string } | undefined {
  for (const [at, message] of request.messages.entries()) {
    const known = messageFields[message.role]
    const field = known && Object.keys(message).find((key) => !known.includes(key) && !allowed.includes(key))
    if (field) return { at, field }
  }
  return undefined
}

export const openAiFields: readonly string[] = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'seed',
  'user',
  'response_format',
  'reasoning_effort',
  'frequency_penalty',
  'presence_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'metadata',
  'store',
  'service_tier',
  'prompt_cache_key',
  'safety_identifier',
  'verbosity',
  'modalities',
  'prediction',
]

/** The first field of the body that is not in the list. */
export const unknownField = (
  request: ChatRequest,
  known: readonly string[] = openAiFields,
): string | undefined => Object.keys(request).find((key) => !known.includes(key))

/** What every server needs of a body. */
export function checkBody(request: ChatRequest): Violation[] {
  const found: Violation[] = []
  if (!request.model)
    found.push({ code: 'body', message: 'you must provide a model parameter', param: 'model' })
  if (request.tools && request.tools.length === 0)
    found.push({
      code: 'body',
      param: 'tools',
      message:
        "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    })
  if (request.stream_options && request.stream !== true)
    found.push({
      code: 'body',
      param: 'stream_options',
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    })
  return found
}
