import { forcedChoice, persona, refuse } from './persona.ts'
import { missingReasoning } from './reasoning-back.ts'

/** Kimi with thinking on: reasoning must come back, temperature is its own, usage stands inside the choice. */
export const kimiThinking = persona({
  name: 'kimi-thinking',
  models: ['kimi-k2.6'],
  contextWindow: 262_144,
  shape: { reasoning: 'reasoning_content', usage: 'choice', callId: (_, nth, name) => `${name}:${nth}` },
  errorBody: ({ message, type }) => ({ error: { message, type: type ?? 'invalid_request_error' } }),
  words: {
    V2: ({ what }) => ({ message: `tool_call_id ${what ?? ''} is not found` }),
    V3: ({ what }) => ({
      message: `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${what ?? ''}`,
    }),
    V4: ({ at }) => ({
      message: `Invalid request: the message at position ${at} with role 'assistant' must not be empty`,
    }),
    V13: ({ what }) => ({
      message: `Invalid request: Your request exceeded model token limit: 262144 (requested: ${what})`,
    }),
  },
  check(request) {
    if (forcedChoice(request)) return refuse("tool_choice 'specified' is incompatible with thinking enabled")
    if (request.temperature != null && request.temperature !== 1)
      return refuse('invalid temperature: only 1 is allowed for this model')
    const at = missingReasoning(request)
    if (at !== undefined)
      return refuse(
        `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
      )
    return undefined
  },
  usageBody: ({ inputTokens, outputTokens, cachedTokens }) => ({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    cached_tokens: cachedTokens,
  }),
})
