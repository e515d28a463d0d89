import { openAiUsage, persona, refuse } from './persona.ts'

/** OpenRouter: comments while it waits for a provider, reasoning under two names, money in the usage. */
export const openRouter = persona({
  name: 'openrouter',
  models: ['anthropic/claude-sonnet-4.5'],
  contextWindow: 200_000,
  shape: {
    reasoning: 'reasoning',
    reasoningDetails: true,
    comment: 'OPENROUTER PROCESSING',
    callId: (seed, nth) => `toolu_${seed.slice(0, 20)}${nth}`,
  },
  errorBody: ({ status, message }) => ({ error: { code: status, message }, user_id: 'user_2x' }),
  words: {
    V13: ({ what }) => ({
      message: `This endpoint's maximum context length is 200000 tokens. However, you requested about ${what} tokens (${what} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
    }),
  },
  check(request) {
    if (request.model && !request.model.includes('/'))
      return refuse(`${request.model} is not a valid model ID`)
    return undefined
  },
  usageBody: (usage) => ({
    ...openAiUsage(usage),
    cost: Number((usage.inputTokens * 3e-6 + usage.outputTokens * 15e-6).toFixed(8)),
  }),
})
