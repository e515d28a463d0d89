import { textOf } from '../chat-request.ts'
import { persona, refuse } from './persona.ts'

/** Anthropic's OpenAI endpoint: its own words for the same mistakes, nothing empty, no white space at the end. */
export const anthropicCompat = persona({
  name: 'anthropic-compat',
  models: ['claude-sonnet-4-5'],
  contextWindow: 200_000,
  shape: { callId: (seed, nth) => `toolu_${seed.slice(0, 22)}${nth}` },
  errorBody: ({ message, type }) => ({
    error: {
      code: type ?? 'invalid_request_error',
      message,
      type: type ?? 'invalid_request_error',
      param: null,
    },
  }),
  words: {
    V2: ({ at, what }) => ({
      message: `messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${what}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    }),
    V3: ({ at, what }) => ({
      message: `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${what}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    }),
    V4: ({ at }) => ({
      message: `messages.${at}: all messages must have non-empty content except for the optional final assistant message`,
    }),
    V7: () => ({ message: 'messages: text content blocks must be non-empty' }),
    V12: () => ({ message: 'Requests which include `tool_use` or `tool_result` blocks must define tools' }),
    V13: ({ what }) => ({ message: `prompt is too long: ${what} tokens > 200000 maximum` }),
  },
  check(request) {
    if (request.temperature != null && (request.temperature < 0 || request.temperature > 1))
      return refuse('temperature: range: 0..1')
    const blank = request.messages.findIndex(
      (message) => textOf(message) !== '' && textOf(message).trim() === '',
    )
    if (blank >= 0) return refuse('messages: text content blocks must contain non-whitespace text')
    return undefined
  },
})
