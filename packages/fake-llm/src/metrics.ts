import type { FakeUsage } from './chat-reply.ts'

export interface SessionMetrics {
  requests: number
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  /** biggest single request, tokens */
  peakTokens: number
  /** cached share of the input, 0–1 */
  hitRatio: number
}
export interface MetricsBody extends SessionMetrics {
  violations: number
  unmatched: number
  refused: number
  faults: number
  sessions: Record<string, SessionMetrics>
}

const nothing = (): SessionMetrics => ({
  requests: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  peakTokens: 0,
  hitRatio: 0,
})

/** Sums over answered requests, a session each and in all. */
export class Metrics {
  readonly counts = { violations: 0, unmatched: 0, refused: 0, faults: 0 }
  readonly #total = nothing()
  readonly #sessions = new Map<string, SessionMetrics>()

  add(session: string, usage: FakeUsage): void {
    const own = this.#sessions.get(session) ?? nothing()
    this.#sessions.set(session, own)
    for (const sums of [own, this.#total]) {
      sums.requests += 1
      sums.inputTokens += usage.inputTokens
      sums.cachedTokens += usage.cachedTokens
      sums.outputTokens += usage.outputTokens
      sums.peakTokens = Math.max(sums.peakTokens, usage.inputTokens)
      sums.hitRatio = sums.inputTokens === 0 ? 0 : sums.cachedTokens / sums.inputTokens
    }
  }

  get body(): MetricsBody {
    return { ...this.#total, ...this.counts, sessions: Object.fromEntries(this.#sessions) }
  }
}
