import type { ModelError } from '../chat-model.ts'
import type { ModelProfile, ProfilePatch } from './profile.ts'

export interface Lesson {
  name: string
  patch: ProfilePatch
  /** for people: "Adjusted to this server: …" */
  text: string
}

/** What was in the refused request, as far as lessons depend on it. */
export interface RefusedRequest {
  images: number
  tools: boolean
  jsonMode: boolean
}

type Teacher = (words: string, profile: ModelProfile, request: RefusedRequest) => Lesson | undefined

const lesson = (name: string, text: string, patch: ProfilePatch): Lesson => ({
  name,
  text: `Adjusted to this server: ${text}`,
  patch,
})

const refuses =
  /unsupported|not support|unknown|unrecognized|unexpected|not (?:allowed|permitted)|invalid|extra (?:inputs|fields)|does(?:n't| not) (?:accept|allow)|unavailable|only the default|must be/i

// In order: the more telling words first, since one sentence may name several fields.
const teachers: Teacher[] = [
  toolChoice,
  imageLimit,
  noImages,
  noTools,
  reasoningBack,
  reasoningRefused,
  maxTokensField,
  maxOutput,
  temperature,
  streamOptions,
  jsonMode,
  systemRole,
  alternation,
  nineIds,
  toolName,
  cacheKey,
  noStream,
  extraBody,
  missingV1,
]

/** What this refusal teaches about the server; undefined when nothing that could be changed is named. */
export function learn(error: ModelError, profile: ModelProfile, request: RefusedRequest): Lesson | undefined {
  const refused = ['unsupported', 'invalid_request', 'not_found'].includes(error.class)
  // llama.cpp answers 500 to what its chat template or its build refuses.
  if (!refused && error.status !== 500) return undefined
  const words = error.providerText ?? error.message
  for (const teach of refused ? teachers : [noImages, noTools, alternation, systemRole]) {
    const learned = teach(words, profile, request)
    if (learned) return learned
  }
  return undefined
}

function imageLimit(words: string, profile: ModelProfile, { images }: RefusedRequest) {
  const match =
    /at most (\d+) images?/i.exec(words) ??
    /(?:max(?:imum)?(?: number)? of|up to|limit(?:ed)? (?:of|to)|only supports?) (\d+) images?/i.exec(
      words,
    ) ??
    /images?[^.]{0,40}(?:exceed|limit|max)[^.]{0,30}?(\d+)/i.exec(words)
  const most = Number(match?.[1])
  if (!match || images <= most || most >= profile.maxImages) return undefined
  return most === 0
    ? noPictures()
    : lesson('image_limit', `at most ${most} picture(s) a request`, { maxImages: most })
}

function noImages(words: string, profile: ModelProfile, { images }: RefusedRequest) {
  if (!profile.images || images === 0) return undefined
  const named =
    /image_url|image input|image content|images?\b[^.]{0,60}not support|not support[^.]{0,60}\b(?:image|vision|multimodal)|multimodal|vision|mmproj|content\[?\d*\]?.{0,20}(?:must be|should be) a?\s?(?:valid )?string/i
  return named.test(words) ? noPictures() : undefined
}

const noPictures = () =>
  lesson('images', 'it takes no pictures; a note stands in their place', { images: false })

function noTools(words: string, profile: ModelProfile, { tools }: RefusedRequest) {
  if (profile.tools === 'text' || !tools) return undefined
  const named =
    /(?:not|n't) support (?:tools|tool use|tool[_ ]calls?|function[_ ]?call)|support for tool use|no endpoints found that support tool|`?tools`? (?:is|are|param)[^.]{0,30}(?:not supported|unsupported|not allowed)|unsupported parameter[^.]{0,10}tools\b|function calling is not (?:supported|enabled)|requires --jinja/i
  return named.test(words)
    ? lesson('tools', 'it has no function calling; tools are called by text', { tools: 'text' })
    : undefined
}

function reasoningBack(words: string, profile: ModelProfile) {
  const match = /\b(reasoning_content|reasoning_details|reasoning)\b/.exec(words)
  if (!match || profile.reasoning.replay === 'required') return undefined
  if (!/missing|must be (?:passed|provided|included)|required|pass(?:ed)? back|need/i.test(words))
    return undefined
  const reasoning = { replay: 'required' as const, field: match[1] ?? 'reasoning_content' }
  return lesson('reasoning_required', `its reasoning goes back as ${reasoning.field}`, { reasoning })
}

function reasoningRefused(words: string, profile: ModelProfile) {
  if (profile.reasoning.replay === 'never') return undefined
  if (!/\b(reasoning_content|reasoning_details|reasoning_text|reasoning)\b/.test(words)) return undefined
  return refuses.test(words)
    ? lesson('reasoning_never', 'its reasoning is not sent back', { reasoning: { replay: 'never' } })
    : undefined
}

function maxTokensField(words: string, profile: ModelProfile) {
  const { maxTokensField: field } = profile
  if (field === 'max_tokens' && /max_tokens/.test(words) && /max_completion_tokens/.test(words)) {
    return lesson('max_tokens', 'max_completion_tokens instead of max_tokens', {
      maxTokensField: 'max_completion_tokens',
    })
  }
  if (field === 'max_completion_tokens' && /max_completion_tokens/.test(words) && refuses.test(words)) {
    return lesson('max_completion_tokens', 'max_tokens instead of max_completion_tokens', {
      maxTokensField: 'max_tokens',
    })
  }
  return undefined
}

function maxOutput(words: string, profile: ModelProfile) {
  if (!/max_(?:completion_)?tokens|maximum.{0,20}output|output tokens/i.test(words)) return undefined
  const numbers = [...words.matchAll(/\d[\d,]{2,}/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
  const most = Math.min(...numbers.filter((number) => number >= 256))
  if (Number.isFinite(most) && most < (profile.maxOutput ?? Number.POSITIVE_INFINITY)) {
    return lesson('max_output', `at most ${most} tokens a reply`, { maxOutput: most })
  }
  return profile.maxTokensField !== 'none' && refuses.test(words)
    ? lesson('no_max_tokens', 'no limit of tokens is sent', { maxTokensField: 'none' })
    : undefined
}

function temperature(words: string, profile: ModelProfile) {
  return profile.temperature && /temperature/i.test(words)
    ? lesson('temperature', 'no temperature', { temperature: false })
    : undefined
}

function toolChoice(words: string, profile: ModelProfile) {
  if (!/tool_choice/.test(words)) return undefined
  const missing = /tool_choice[^.]{0,30}(?:required|missing|must be (?:set|provided|'?"?auto))/i.test(words)
  if (profile.toolChoice === 'auto') return lesson('tool_choice', 'no tool_choice', { toolChoice: 'omit' })
  return missing ? lesson('tool_choice_auto', 'tool_choice auto', { toolChoice: 'auto' }) : undefined
}

function streamOptions(words: string, profile: ModelProfile) {
  return profile.streamUsage && /stream_options|include_usage/.test(words)
    ? lesson('stream_options', 'no stream_options', { streamUsage: false })
    : undefined
}

function jsonMode(words: string, profile: ModelProfile, request: RefusedRequest) {
  return profile.jsonMode &&
    request.jsonMode &&
    /response_format|json_object|json mode|json_schema/i.test(words)
    ? lesson('response_format', 'no response_format', { jsonMode: false })
    : undefined
}

function systemRole(words: string, profile: ModelProfile) {
  if (/developer/.test(words) && profile.systemRole === 'developer') {
    return lesson('developer', 'the role system instead of developer', { systemRole: 'system' })
  }
  if (
    profile.systemRole === 'system' &&
    /system (?:role|message|instruction)|role[^.]{0,12}system/i.test(words)
  ) {
    return refuses.test(words)
      ? lesson('system', 'instructions stand in the first user message', { systemRole: 'user' })
      : undefined
  }
  return undefined
}

function alternation(words: string, profile: ModelProfile) {
  const named =
    /roles? must alternate|alternate user\/assistant|unexpected role '?user'? after role '?tool'?|after the optional system message/i
  return !profile.alternate && named.test(words)
    ? lesson('alternate', 'user and assistant take turns', { alternate: true })
    : undefined
}

function nineIds(words: string, profile: ModelProfile) {
  return profile.callIds === 'any' &&
    /a-z, A-Z, 0-9.{0,40}length of 9|tool[_ ]call id.{0,40}\b9\b/i.test(words)
    ? lesson('call_ids', 'call ids of nine letters and digits', { callIds: 'nine' })
    : undefined
}

function toolName(words: string, profile: ModelProfile) {
  const named = /function_response\.name|tool[^.]{0,40}\bname\b[^.]{0,30}(?:empty|missing|required)/i
  return !profile.toolName && named.test(words)
    ? lesson('tool_name', 'the name of the tool stands in its result', { toolName: true })
    : undefined
}

function cacheKey(words: string, profile: ModelProfile) {
  return profile.cacheKey && /prompt_cache_key/.test(words)
    ? lesson('prompt_cache_key', 'no prompt_cache_key', { cacheKey: false })
    : undefined
}

function noStream(words: string, profile: ModelProfile) {
  return profile.stream &&
    /\bstream(?:ing)?\b[^.]{0,40}(?:not supported|unsupported|must be false)/i.test(words)
    ? lesson('stream', 'no streaming; each reply comes whole', { stream: false, streamUsage: false })
    : undefined
}

function extraBody(words: string, profile: ModelProfile) {
  const field = Object.keys(profile.extraBody).find((name) => new RegExp(`\\b${name}\\b`).test(words))
  if (!field || !refuses.test(words)) return undefined
  const { [field]: _, ...rest } = profile.extraBody
  return lesson(`extra_${field}`, `no ${field}`, { extraBody: rest })
}

function missingV1(words: string, profile: ModelProfile) {
  return profile.basePath === '' && /^(?:no such path|the base URL may lack \/v1)/i.test(words)
    ? lesson('base_path', '/v1 was missing in the base URL', { basePath: '/v1' })
    : undefined
}
