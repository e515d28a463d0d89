/** One request is one of these lists; what a server needs differently is the profile's business. */
export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage

export interface SystemMessage {
  role: 'system'
  content: string
}
export interface UserMessage {
  role: 'user'
  content: string | ContentPart[]
}
export type ContentPart =
  | { type: 'text'; text: string }
  /** `data`: base64. `width`, `height`: pixels as sent. `path`: where the whole is, said when a model takes no pictures */
  | { type: 'image'; mime: string; data: string; width?: number; height?: number; path?: string }

export interface AssistantMessage {
  role: 'assistant'
  content: string
  calls: ToolCall[]
  reasoning?: Reasoning
}
export interface ToolMessage {
  role: 'tool'
  callId: string
  name: string
  content: string
}

/** `arguments` is what the model wrote, byte for byte, so that a replay hits its cache. */
export interface ToolCall {
  id: string
  name: string
  arguments: string
  /** fields of the call that only its server knows (signatures); sent back as they came */
  extra?: Record<string, unknown>
  /**
   * Set when the call must not run: `arguments` is then `{"_invalid": "…"}`, so that the history stays valid JSON.
   * `truncated`: the output ended inside the arguments. `malformed`: they are no JSON object; the text says where.
   */
  truncated?: true
  malformed?: string
}
/** `field` is the name the server used: reasoning_content, reasoning, … `value` goes back under it where that is wanted. */
export interface Reasoning {
  field: string
  text: string
  value?: unknown
}

export interface ToolSpec {
  name: string
  description: string
  /** JSON Schema of an object */
  parameters: Record<string, unknown>
}

export type FinishReason = 'stop' | 'tool_calls' | 'length'

export interface Reply {
  text: string
  reasoning?: Reasoning
  calls: ToolCall[]
  finish: FinishReason
  usage: ReplyUsage
  /** the calls came as text and were read out of it */
  recovered?: boolean
}
export interface ReplyUsage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  costUsd?: number
  /** the server gave none: counted here */
  estimated?: boolean
}

export interface ReplyRequest {
  messages: ChatMessage[]
  tools: ToolSpec[]
  /** what the request is for; goes to cache keys and traces */
  purpose: 'planner' | 'executor' | 'reporter' | 'summarizer' | 'vision' | 'probe'
  sessionId?: string
}
export interface ReplyOptions {
  signal: AbortSignal
  onDelta?: (delta: ReplyDelta) => void
  /** the wait before another try, or a change made because of what the server said; for people to see */
  onTrouble?: (trouble: ModelTrouble) => void
}
export type ReplyDelta =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; index: number; name?: string; arguments?: string }
  /** what was shown of this reply is void: another try begins */
  | { type: 'restart' }

export type ModelTrouble =
  | { type: 'retry'; class: ModelErrorClass; attempt: number; of: number; retryAt: number; text: string }
  | { type: 'slow'; seconds: number; text: string }
  | { type: 'adjusted'; text: string }

export interface ModelInfo {
  name: string
  baseUrl: string
  /** tokens */
  contextWindow: number
  maxOutput?: number
  images: boolean
  /** most pictures one request may carry */
  maxImages: number
}

/**
 * Any OpenAI-compatible server. `reply` retries what is safe to retry, telling so, and throws ModelError when it
 * gives up; on `signal` it closes the socket and throws the signal's reason. A partial call is never returned.
 */
export interface ChatModel {
  readonly info: ModelInfo
  reply(request: ReplyRequest, options: ReplyOptions): Promise<Reply>
  /** tokens of these messages and tools as this server counts, calibrated by its usage */
  countTokens(messages: ChatMessage[], tools?: ToolSpec[]): number
}

export type ModelErrorClass =
  | 'rate_limit'
  | 'quota'
  | 'auth'
  | 'not_found'
  | 'server'
  | 'network'
  | 'slow'
  | 'stall'
  | 'cut'
  | 'overflow'
  | 'unsupported'
  | 'invalid_request'
  | 'content_filter'
  | 'empty'
  /** the server cuts requests to a small window without saying so */
  | 'small_window'

export class ModelError extends Error {
  readonly class: ModelErrorClass
  readonly status?: number
  readonly retryAfterMs?: number
  /** what to do about it, for the person */
  readonly hint?: string
  /** the provider's own words, secrets removed */
  readonly providerText?: string
  constructor(
    kind: ModelErrorClass,
    message: string,
    options: {
      status?: number
      retryAfterMs?: number
      hint?: string
      providerText?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ModelError'
    this.class = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.hint = options.hint
    this.providerText = options.providerText
  }
}

/** Time as a seam: tests move it. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** resolves after `ms`, rejects with the signal's reason */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
