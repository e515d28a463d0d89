import type { ChatModel, ModelInfo, Reply, ReplyOptions, ReplyRequest } from '../chat-model.ts'
import { countRequestHeuristically } from '../tokens/heuristic.ts'
import type { Trace } from './read-trace.ts'
import { requestKey } from './request-key.ts'

/** A request that is not the recorded one, and was answered by its place instead. */
export interface Drift {
  thread: string
  turn: number
  recordedKey: string
  key: string
}

export interface ReplayOptions {
  onDrift?: (drift: Drift) => void
  info?: Partial<ModelInfo>
}

/**
 * Answers as the recorded model did: the reply to exactly this request, else the one at the same place of its
 * thread, which is told as drift. Throws when the recording has neither. Tools run for real.
 */
export function createReplayModel(trace: Trace, options: ReplayOptions = {}): ChatModel {
  const recorded = trace.exchanges.flatMap(({ request, result }) =>
    result?.reply ? [{ ...request, reply: result.reply }] : [],
  )
  const turns = new Map<string, number>()
  const used = new Set<number>()

  function find(request: ReplyRequest) {
    const thread = request.purpose
    const turn = turns.get(thread) ?? 0
    turns.set(thread, turn + 1)
    const key = requestKey(request)
    // The same request may have been answered twice, differently: each answer is given once, in order.
    const exact = recorded.find((entry) => entry.key === key && !used.has(entry.n))
    const found = exact ?? recorded.find((entry) => entry.thread === thread && entry.turn === turn)
    if (!found) throw new Error(`The trace has no reply for turn ${turn + 1} of the ${thread}`)
    used.add(found.n)
    if (!exact) options.onDrift?.({ thread, turn, recordedKey: found.key, key })
    return found.reply
  }

  return {
    info: {
      name: 'replay',
      baseUrl: 'http://replay.invalid/v1',
      contextWindow: 128_000,
      images: true,
      maxImages: 8,
      ...options.info,
    },
    countTokens: (messages, tools) => countRequestHeuristically(messages, tools),
    async reply(request: ReplyRequest, { signal, onDelta }: ReplyOptions): Promise<Reply> {
      signal.throwIfAborted()
      const reply = structuredClone(find(request))
      if (reply.reasoning) onDelta?.({ type: 'reasoning', text: reply.reasoning.text })
      if (reply.text !== '') onDelta?.({ type: 'text', text: reply.text })
      reply.calls.forEach(({ name, arguments: given }, index) => {
        onDelta?.({ type: 'call', index, name, arguments: given })
      })
      return reply
    },
  }
}
