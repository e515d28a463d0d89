import { hasImage } from '../chat-request.ts'
import { forcedChoice, persona, refuse } from './persona.ts'
import { missingReasoning } from './reasoning-back.ts'

/** DeepSeek V4 with thinking on, its default: reasoning must come back with calls, nothing may force a tool. */
export const deepseekV4Thinking = persona({
  name: 'deepseek-v4-thinking',
  models: ['deepseek-v4'],
  contextWindow: 131_072,
  cache: 'deepseek-units',
  shape: {
    reasoning: 'reasoning_content',
    callId: (seed, nth) => `call_${nth.toString().padStart(2, '0')}_${seed.slice(0, 22)}`,
  },
  errorBody: ({ message, type, code }) => ({
    error: {
      message,
      type: type ?? 'invalid_request_error',
      param: null,
      code: code ?? 'invalid_request_error',
    },
  }),
  words: {
    V3: ({ what }) => ({
      message:
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message) ${what ?? ''}`.trim(),
    }),
    V2: () => ({
      message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    }),
    V13: ({ what }) => ({
      message: `This model's maximum context length is 131072 tokens. However, you requested ${what} tokens (${what} in the messages, 0 in the completion). Please reduce the length of the messages or completion.`,
    }),
  },
  check(request) {
    if (forcedChoice(request)) return refuse('Thinking mode does not support this tool_choice')
    const image = request.messages.findIndex(hasImage)
    if (image >= 0)
      return refuse(
        `Failed to deserialize the JSON body into the target type: messages[${image}]: unknown variant \`image_url\`, expected \`text\` at line 1 column 1024`,
      )
    if (request.response_format?.type === 'json_schema')
      return refuse('This response_format type is unavailable now')
    const missing = missingReasoning(request)
    if (missing !== undefined)
      return refuse('The `reasoning_content` in the thinking mode must be passed back to the API.')
    return undefined
  },
  usageBody: ({ inputTokens, outputTokens, cachedTokens }) => ({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    prompt_cache_hit_tokens: cachedTokens,
    prompt_cache_miss_tokens: inputTokens - cachedTokens,
  }),
})
