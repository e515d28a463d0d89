import { persona, refuse } from './persona.ts'

/** vLLM started without a tool parser: calls come as text, and tool_choice auto is refused. */
export const vllmNoParser = persona({
  name: 'vllm-noparser',
  models: ['Qwen/Qwen3-32B'],
  contextWindow: 40_960,
  shape: { callsAsText: true, callId: (seed, nth) => `chatcmpl-tool-${seed.slice(0, 20)}${nth}` },
  errorBody: ({ status, message, param }) => ({
    object: 'error',
    message,
    type: 'BadRequestError',
    param: param ?? null,
    code: status,
  }),
  words: {
    V13: ({ what }) => ({
      message: `This model's maximum context length is 40960 tokens. However, you requested ${what} tokens in the messages, Please reduce the length of the messages.`,
    }),
  },
  check(request) {
    if (request.tool_choice === 'auto')
      return refuse('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')
    return undefined
  },
  route(method, path, { window }) {
    if (method !== 'GET' || !path.endsWith('/models')) return undefined
    return {
      object: 'list',
      data: [
        {
          id: 'Qwen/Qwen3-32B',
          object: 'model',
          owned_by: 'vllm',
          root: 'Qwen/Qwen3-32B',
          max_model_len: window,
        },
      ],
    }
  },
})
