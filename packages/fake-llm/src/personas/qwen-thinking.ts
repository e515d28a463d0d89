import { textOf } from '../chat-request.ts'
import { forcedChoice, openAiError, persona, refuse } from './persona.ts'

/** Qwen with thinking on DashScope's compatible endpoint: streams only, and dislikes what would bind its thinking. */
export const qwenThinking = persona({
  name: 'qwen-thinking',
  models: ['qwen3.5-plus'],
  contextWindow: 131_072,
  shape: { reasoning: 'reasoning_content', continuation: { id: '', name: '' } },
  errorBody: (refusal) => ({
    ...(openAiError({ ...refusal, code: refusal.code ?? 'invalid_parameter_error' }) as object),
    request_id: '0f3c0000-0000-4000-8000-000000000000',
  }),
  words: {
    V3: () => ({
      message:
        'An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[0].role',
    }),
    V2: () => ({
      message: 'messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    }),
    V13: () => ({ message: 'Range of input length should be [1, 129024]', code: 'invalid_parameter_error' }),
  },
  check(request) {
    if (request.stream !== true)
      return refuse('parameter.enable_thinking must be set to false for non-streaming calls')
    if (forcedChoice(request))
      return refuse(
        'The tool_choice parameter does not support being set to required or object in thinking mode',
      )
    if (request.response_format?.type === 'json_object') {
      if (!request.messages.some((message) => /json/i.test(textOf(message))))
        return refuse(
          "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        )
      return refuse('Json mode response is not supported when enable_thinking is true')
    }
    return undefined
  },
})
