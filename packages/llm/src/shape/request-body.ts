import type { ReplyRequest } from '../chat-model.ts'
import type { ModelProfile } from '../profiles/profile.ts'
import type { JsonObject } from '../wire/json-value.ts'
import { shapeMessages } from './shape-messages.ts'
import { shapeTools } from './shape-tools.ts'

/** What the person set, beside the server and the model. */
export interface RequestSettings {
  model: string
  temperature?: number
  maxTokens?: number
}

/** The body of one request. Asks for little: each field that a server may not know is there only for a reason. */
export function requestBody(
  request: ReplyRequest,
  settings: RequestSettings,
  profile: ModelProfile,
): JsonObject {
  const { messages, tools, purpose, sessionId } = request
  const maxTokens = Math.min(
    settings.maxTokens ?? Number.POSITIVE_INFINITY,
    profile.maxOutput ?? Number.POSITIVE_INFINITY,
  )
  return {
    ...profile.extraBody,
    model: settings.model,
    messages: shapeMessages(messages, tools, profile),
    ...(tools.length > 0 && profile.tools === 'native' && { tools: shapeTools(tools) }),
    ...(tools.length > 0 &&
      profile.tools === 'native' &&
      profile.toolChoice === 'auto' && { tool_choice: 'auto' }),
    ...(profile.stream && { stream: true }),
    ...(profile.stream && profile.streamUsage && { stream_options: { include_usage: true } }),
    ...(settings.temperature !== undefined && profile.temperature && { temperature: settings.temperature }),
    ...(settings.maxTokens !== undefined &&
      profile.maxTokensField !== 'none' && { [profile.maxTokensField]: maxTokens }),
    ...(profile.cacheKey && sessionId && { prompt_cache_key: `${sessionId}:${purpose}` }),
  }
}
