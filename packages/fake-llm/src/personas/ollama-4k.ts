import { persona, refuse } from './persona.ts'

/** Ollama as installed: a window of 4,096 tokens, and what is over it is cut away without a word. */
export const ollama4k = persona({
  name: 'ollama-4k',
  models: ['qwen3:8b'],
  contextWindow: 4_096,
  cache: 'none',
  truncates: true,
  shape: {
    argumentPieces: 'whole',
    index: 'counted',
    reasoning: 'reasoning',
    callId: (seed, nth) => `call_${seed.slice(0, 7)}${nth}`,
  },
  errorBody: ({ message, type }) => ({
    error: { message, type: type ?? 'api_error', param: null, code: null },
  }),
  check(request) {
    if (request.model && !request.model.startsWith('qwen3'))
      return {
        status: 404,
        message: `model "${request.model}" not found, try pulling it first`,
        type: 'not_found_error',
      }
    for (const message of request.messages)
      for (const call of message.tool_calls ?? [])
        if (typeof call.function?.arguments !== 'string')
          return refuse(
            'json: cannot unmarshal object into Go struct field .messages.tool_calls.function.arguments of type string',
            { type: 'invalid_request_error' },
          )
    return undefined
  },
  usageBody: ({ inputTokens, outputTokens }) => ({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }),
  route(method, path, { window }) {
    if (method === 'POST' && path === '/api/show')
      return {
        details: { family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
        parameters: window === 4_096 ? 'temperature 0.6' : `num_ctx ${window}\ntemperature 0.6`,
        capabilities: ['completion', 'tools', 'thinking'],
      }
    if (method === 'GET' && path === '/api/ps')
      return { models: [{ name: 'qwen3:8b', model: 'qwen3:8b', context_length: window, size_vram: 0 }] }
    if (method === 'GET' && path === '/api/tags') return { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] }
    if (method === 'GET' && path === '/api/version') return { version: '0.12.6' }
    return undefined
  },
})
