import { forcedChoice, persona, refuse } from './persona.ts'

/** LM Studio: an error is a plain string, tool_choice is a word, JSON mode needs a schema. */
export const lmStudio = persona({
  name: 'lmstudio',
  models: ['qwen3-30b-a3b'],
  contextWindow: 32_768,
  cache: 'none',
  shape: { callId: (seed, nth) => `${seed.slice(0, 8)}${nth}` },
  errorBody: ({ message }) => ({ error: message }),
  words: {
    V13: () => ({
      message:
        'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
    }),
  },
  check(request) {
    if (forcedChoice(request) === 'object')
      return refuse("Invalid tool_choice type: 'object'. Supported string values: none, auto, required")
    if (request.response_format?.type === 'json_object')
      return refuse("'response_format.type' must be 'json_schema' or 'text'")
    return undefined
  },
  route(method, path, { window }) {
    if (method !== 'GET' || path !== '/api/v0/models') return undefined
    const model = {
      id: 'qwen3-30b-a3b',
      object: 'model',
      type: 'llm',
      state: 'loaded',
      max_context_length: 131_072,
    }
    return { object: 'list', data: [{ ...model, loaded_context_length: window, capabilities: ['tool_use'] }] }
  },
})
