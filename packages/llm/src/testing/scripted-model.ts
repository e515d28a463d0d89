import type {
  ChatMessage,
  ChatModel,
  FinishReason,
  ModelInfo,
  Reasoning,
  Reply,
  ReplyOptions,
  ReplyRequest,
  ReplyUsage,
  ToolCall,
  ToolSpec,
} from '../chat-model.ts'
import { checkMessages, type Violation } from '../shape/check-messages.ts'
import { countRequestHeuristically } from '../tokens/heuristic.ts'

/** One scripted reply. A call may be given with its arguments as an object; ids are made where they are missing. */
export interface ScriptedReply {
  text?: string
  reasoning?: string | Reasoning
  calls?: ScriptedCall[]
  finish?: FinishReason
  usage?: Partial<ReplyUsage>
  recovered?: boolean
  /** thrown instead of answering */
  error?: Error
  /** awaited before anything is said; the signal ends the wait */
  until?: Promise<unknown>
}
export type ScriptedCall = Omit<Partial<ToolCall>, 'arguments'> & {
  name: string
  arguments?: string | Record<string, unknown>
}
export type Script =
  | readonly (ScriptedReply | ((request: ReplyRequest) => ScriptedReply))[]
  | ((request: ReplyRequest, n: number) => ScriptedReply | Promise<ScriptedReply>)

export interface ScriptedModel extends ChatModel {
  /** every request, in order, as it was when it came */
  readonly requests: ReplyRequest[]
  /** what a strict server would have refused */
  readonly violations: { request: number; violation: Violation }[]
}

/**
 * A ChatModel without a network: answers from a list (in order; one too many is an error) or from a function.
 * Every request is checked against the invariants of a strict server; `lenient` only records, else it throws.
 */
export function scriptedModel(
  script: Script,
  options: { info?: Partial<ModelInfo>; lenient?: boolean } = {},
): ScriptedModel {
  const requests: ReplyRequest[] = []
  const violations: ScriptedModel['violations'] = []
  const info: ModelInfo = {
    name: 'scripted',
    baseUrl: 'http://scripted.invalid/v1',
    contextWindow: 128_000,
    images: true,
    maxImages: 20,
    ...options.info,
  }

  return {
    info,
    requests,
    violations,
    countTokens: (messages: ChatMessage[], tools: ToolSpec[] = []) =>
      countRequestHeuristically(messages, tools),
    async reply(request, replyOptions) {
      replyOptions.signal.throwIfAborted()
      const n = requests.push(structuredClone(request)) - 1
      // Two user messages in a row are merged on the wire for every server, so they are no fault here.
      const found = checkMessages(request.messages, request.tools).filter(({ rule }) => rule !== 'V8')
      violations.push(...found.map((violation) => ({ request: n, violation })))
      if (found.length > 0 && !options.lenient) {
        throw new Error(`Request ${n} would be refused: ${found.map(({ text }) => text).join('; ')}`)
      }
      const scripted = await next(script, request, n)
      await orAbort(scripted.until, replyOptions.signal)
      if (scripted.error) throw scripted.error
      return say(scripted, request, n, replyOptions)
    },
  }
}

async function next(script: Script, request: ReplyRequest, n: number): Promise<ScriptedReply> {
  if (typeof script === 'function') return script(request, n)
  const entry = script[n]
  if (!entry) throw new Error(`The script has ${script.length} replies; request ${n + 1} has none`)
  return typeof entry === 'function' ? entry(request) : entry
}

function say(scripted: ScriptedReply, request: ReplyRequest, n: number, options: ReplyOptions): Reply {
  const calls = (scripted.calls ?? []).map((call, index) => toCall(call, `s${n}c${index}`))
  const reasoning =
    typeof scripted.reasoning === 'string'
      ? { field: 'reasoning_content', text: scripted.reasoning }
      : scripted.reasoning
  const { onDelta } = options
  if (reasoning) onDelta?.({ type: 'reasoning', text: reasoning.text })
  if (scripted.text) onDelta?.({ type: 'text', text: scripted.text })
  calls.forEach((call, index) => {
    onDelta?.({ type: 'call', index, name: call.name, arguments: call.arguments })
  })
  return {
    text: scripted.text ?? '',
    ...(reasoning && { reasoning }),
    calls,
    finish: scripted.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: {
      inputTokens: countRequestHeuristically(request.messages, request.tools),
      outputTokens: Math.ceil(((scripted.text ?? '').length + JSON.stringify(calls).length) / 4),
      cachedTokens: 0,
      ...scripted.usage,
    },
    ...(scripted.recovered && { recovered: true }),
  }
}

function toCall({ arguments: given = {}, id, ...rest }: ScriptedCall, fallbackId: string): ToolCall {
  return {
    ...rest,
    id: id ?? fallbackId,
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  }
}

async function orAbort(wait: Promise<unknown> | undefined, signal: AbortSignal) {
  if (!wait) return
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([wait, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
