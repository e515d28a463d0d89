import { hasImage } from '../chat-request.ts'
import { persona, type Refusal, refuse } from './persona.ts'

/** llama.cpp's server: a template that alternates, reasoning beside the answer, its window under /props. */
export const llamaCpp = persona({
  name: 'llamacpp',
  models: ['gpt-3.5-turbo'],
  contextWindow: 32_768,
  cache: 'none',
  alternates: true,
  shape: { reasoning: 'reasoning_content', callId: (seed, nth) => `${seed.slice(0, 31)}${nth.toString(36)}` },
  errorBody: ({ status, message, type, code }) => ({
    error: { code: typeof code === 'number' ? code : status, message, type: type ?? 'invalid_request_error' },
  }),
  words: {
    V9: () =>
      template(
        'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
      ),
    V8: () =>
      template(
        'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
      ),
    V13: () => ({
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
    }),
  },
  check(request) {
    if (request.messages.some(hasImage))
      return {
        status: 500,
        type: 'server_error',
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      }
    if (request.tools && request.tool_choice === 'required' && request.stream)
      return refuse('Cannot use tools with stream')
    return undefined
  },
  route(method, path, { window }) {
    if (method !== 'GET' || path !== '/props') return undefined
    return {
      default_generation_settings: { n_ctx: window },
      total_slots: 1,
      model_path: '/models/model.gguf',
      modalities: { vision: false, audio: false },
    }
  },
})

const template = (message: string): Partial<Refusal> => ({ status: 500, type: 'server_error', message })
