import { unknownField, unknownMessageField } from '../gate/check-body.ts'
import { nineLetters, persona, type Refusal, refuse } from './persona.ts'

const known = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'stream',
  'max_tokens',
  'temperature',
  'top_p',
  'stop',
  'random_seed',
  'response_format',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'prediction',
  'safe_prompt',
  'prompt_mode',
  'metadata',
]

const forbidden = (loc: string[]): Refusal => ({
  status: 422,
  type: 'extra_forbidden',
  message: JSON.stringify({
    detail: [{ type: 'extra_forbidden', loc: ['body', ...loc], msg: 'Extra inputs are not permitted' }],
  }),
})

/** Mistral: ids of nine letters and digits, no field that it does not know, no user right after a tool. */
export const mistralStrict = persona({
  name: 'mistral-strict',
  models: ['mistral-large-latest'],
  contextWindow: 131_072,
  alternates: true,
  shape: { callId: nineLetters, argumentPieces: 'whole', usage: 'finish' },
  errorBody: ({ status, message, type, code }) =>
    status === 422
      ? {
          object: 'error',
          message: JSON.parse(message),
          type: 'invalid_request_error',
          param: null,
          code: null,
        }
      : {
          object: 'error',
          message,
          type: type ?? 'invalid_request_error',
          param: null,
          code: code === undefined ? '3000' : code,
        },
  words: {
    V3: () => ({ message: 'Not the same number of function calls and responses', code: '3230' }),
    V2: () => ({ message: 'Unexpected tool call id in tool results', code: '3230' }),
    V4: () => ({ message: 'Assistant message must have either content or tool_calls.', code: '3240' }),
    V9: () => ({ message: "Unexpected role 'user' after role 'tool'", code: '3230' }),
    V10: ({ message }) => ({ message, code: '3230' }),
    V13: ({ what }) => ({
      message: `Prompt contains ${what} tokens and 0 draft tokens, too large for model with 131072 maximum context length`,
      code: '3051',
    }),
  },
  check(request) {
    const field = unknownField(request, known)
    if (field) return forbidden([field])
    const extra = unknownMessageField(request, ['prefix', 'name'])
    if (extra)
      return forbidden(['messages', String(extra.at), request.messages[extra.at]?.role ?? '', extra.field])
    for (const message of request.messages)
      for (const call of message.tool_calls ?? []) {
        if (typeof call.id === 'string' && /^[a-zA-Z0-9]{9}$/.test(call.id)) continue
        return refuse(`Tool call id was ${call.id} but must be a-z, A-Z, 0-9, with a length of 9.`, {
          code: '3280',
          type: 'invalid_request_function_call',
        })
      }
    return undefined
  },
})
