import type { FakeUsage } from '../chat-reply.ts'
import type { ChatRequest } from '../chat-request.ts'
import type { Violation, ViolationCode } from '../gate/violation.ts'

/** A provider's habits: what it refuses and in which words, and what its answers look like on the wire. */
export interface Persona {
  name: string
  /** ids that GET /v1/models lists */
  models: readonly string[]
  /** tokens */
  contextWindow: number
  /** how its prompt cache counts */
  cache: 'blocks128' | 'deepseek-units' | 'none'
  shape: Shape
  /** how a refusal's body looks */
  errorBody(refusal: Refusal): unknown
  /** its own words for what the message gate finds; others are said in OpenAI's */
  words?: Partial<Record<ViolationCode, (violation: Violation, request: ChatRequest) => Partial<Refusal>>>
  /** what it refuses beyond the message gate */
  check?(request: ChatRequest): Refusal | undefined
  /** refuses a user message right after a tool message */
  alternates?: boolean
  /** cuts what is over the window and says nothing */
  truncates?: boolean
  usageBody(usage: FakeUsage): Record<string, unknown>
  /** more GET and POST routes: the answer's body, undefined when there is no such route */
  route?(method: string, path: string, state: { window: number }): unknown
  /** refuses by path and query before the body is read (Azure) */
  checkUrl?(url: URL): Refusal | undefined
}

export interface Refusal {
  status: number
  message: string
  /** provider's type word */
  type?: string
  code?: string | number | null
  param?: string | null
}

export interface Shape {
  /** where thinking goes; undefined = the model does not think aloud */
  reasoning?: 'reasoning_content' | 'reasoning'
  /** also as OpenRouter's reasoning_details */
  reasoningDetails?: boolean
  callId(seed: string, nth: number, name: string): string
  /** arguments in pieces, or whole in one delta */
  argumentPieces: 'pieces' | 'whole'
  index: 'counted' | 'missing' | 'zero'
  /** id and name fields of the deltas after a call's first */
  continuation?: { id?: string; name?: string | null }
  finishWithCalls: 'tool_calls' | 'stop'
  /** asked: with stream_options.include_usage, in a last chunk without choices; finish: always, in the finishing chunk; choice: inside the finishing choice */
  usage: 'asked' | 'finish' | 'choice'
  /** a line that is no event, before the first chunk */
  comment?: string
  firstChunk?: Record<string, unknown>
  /** more fields of a call (Gemini's signature) */
  callExtra?(seed: string, nth: number): Record<string, unknown> | undefined
  /** calls leave as text in the content */
  callsAsText?: boolean
  /** parsed arguments instead of a string */
  objectArguments?: boolean
}

/** Nine letters and digits fit every server, Mistral's too. */
export const nineLetters = (seed: string, nth: number): string =>
  `${seed.slice(0, 8)}${nth.toString(36)}`.slice(0, 9)

export const openAiError = ({ message, type, param, code }: Refusal): unknown => ({
  error: { message, type: type ?? 'invalid_request_error', param: param ?? null, code: code ?? null },
})

export const openAiUsage = (usage: FakeUsage): Record<string, unknown> => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedTokens },
})

export const openAiShape: Shape = {
  callId: (seed, nth) => `call_${seed.slice(0, 20)}${nth}`,
  argumentPieces: 'pieces',
  index: 'counted',
  finishWithCalls: 'tool_calls',
  usage: 'asked',
}

/** A persona out of what differs from OpenAI's. */
export function persona(
  own: Pick<Persona, 'name' | 'models' | 'contextWindow'> &
    Partial<Omit<Persona, 'shape'>> & { shape?: Partial<Shape> },
): Persona {
  return {
    cache: 'blocks128',
    errorBody: openAiError,
    usageBody: openAiUsage,
    ...own,
    shape: { ...openAiShape, ...own.shape },
  }
}

export const refuse = (message: string, more: Partial<Refusal> = {}): Refusal => ({
  status: 400,
  message,
  ...more,
})

/** A tool_choice that forces a call, as a word; undefined for none, auto or absent. */
export function forcedChoice(request: ChatRequest): string | undefined {
  const choice = request.tool_choice
  if (choice === undefined || choice === null || choice === 'auto' || choice === 'none') return undefined
  return typeof choice === 'string' ? choice : 'object'
}
