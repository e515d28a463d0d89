import { hasImage } from '../chat-request.ts'
import { unknownField, unknownMessageField } from '../gate/check-body.ts'
import { persona, refuse } from './persona.ts'

/** OpenAI's own endpoint with a reasoning model: knows its fields by name and refuses the others. */
export const openAiStrict = persona({
  name: 'openai-strict',
  models: ['gpt-5.2', 'gpt-5-mini'],
  contextWindow: 128_000,
  check(request) {
    if (request.max_tokens != null)
      return refuse(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { param: 'max_tokens', code: 'unsupported_parameter' },
      )
    if (request.temperature != null && request.temperature !== 1)
      return refuse(
        `Unsupported value: 'temperature' does not support ${request.temperature} with this model. Only the default (1) value is supported.`,
        { param: 'temperature', code: 'unsupported_value' },
      )
    const field = unknownField(request)
    if (field) return refuse(`Unrecognized request argument supplied: ${field}`)
    const extra = unknownMessageField(request)
    if (extra)
      return refuse(`Unknown parameter: 'messages[${extra.at}].${extra.field}'.`, {
        param: `messages[${extra.at}].${extra.field}`,
        code: 'unknown_parameter',
      })
    const images = request.messages.filter(hasImage).length
    if (images > 50) return refuse('Too many images in request. Max is 50.', { code: 'invalid_value' })
    return undefined
  },
})
