import type { ChatRequest } from '../chat-request.ts'
import { unknownField } from '../gate/check-body.ts'
import { persona, refuse } from './persona.ts'

const known = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'response_format',
  'reasoning_effort',
  'extra_body',
  'user',
]

/** Gemini's OpenAI endpoint: whole calls without an index, finish "stop" with calls, signatures that must come back, errors in a list. */
export const geminiCompat = persona({
  name: 'gemini-compat',
  models: ['gemini-3-pro'],
  contextWindow: 1_048_576,
  shape: {
    index: 'missing',
    argumentPieces: 'whole',
    finishWithCalls: 'stop',
    usage: 'finish',
    callId: (seed, nth) => `function-call-${BigInt(`0x${seed.slice(0, 14)}`) + BigInt(nth)}`,
    // Only the first of parallel calls is signed.
    callExtra: (seed, nth) =>
      nth === 0 ? { extra_content: { google: { thought_signature: signature(seed) } } } : undefined,
  },
  errorBody: ({ message, status }) => [
    { error: { code: status, message, status: status === 400 ? 'INVALID_ARGUMENT' : 'UNKNOWN' } },
  ],
  words: {
    V2: () => ({
      message: 'Please ensure that function response turn comes immediately after a function call turn.',
    }),
    V3: () => ({
      message:
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    }),
    V4: () => ({
      message:
        'Unable to submit request because it must include at least one parts field, which describes the prompt input.',
    }),
    V13: ({ what }) => ({
      message: `The input token count (${what}) exceeds the maximum number of tokens allowed (1048576).`,
    }),
  },
  check(request) {
    const field = unknownField(request, known)
    if (field) return refuse(`Invalid JSON payload received. Unknown name "${field}": Cannot find field.`)
    return missingName(request) ?? missingSignature(request)
  },
})

const signature = (seed: string) => Buffer.from(`signature of ${seed.slice(0, 12)}`).toString('base64')

function missingName(request: ChatRequest) {
  const at = request.messages.findIndex((message) => message.role === 'tool' && !message.name)
  return at < 0
    ? undefined
    : refuse(
        `* GenerateContentRequest.contents[${at - 1}].parts[0].function_response.name: Name cannot be empty.\n`,
      )
}

/** Every assistant message with calls carries the signature on its first call. */
function missingSignature(request: ChatRequest) {
  for (const [at, message] of request.messages.entries()) {
    const first = message.tool_calls?.[0]
    if (!first) continue
    const google = (first.extra_content as { google?: { thought_signature?: unknown } } | undefined)?.google
    if (typeof google?.thought_signature === 'string' && google.thought_signature !== '') continue
    return refuse(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.function?.name}\` , position ${at}.`,
    )
  }
  return undefined
}
