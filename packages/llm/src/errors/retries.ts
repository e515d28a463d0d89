import type { ModelError, ModelErrorClass } from '../chat-model.ts'

/** How often a request is sent in all, by what went wrong; a class that is not here is not tried again. */
export const triesByClass: Partial<Record<ModelErrorClass, number>> = {
  rate_limit: 8,
  server: 6,
  network: 6,
  stall: 3,
  cut: 3,
  slow: 2,
  empty: 2,
}

/** Nobody waits longer than this for one reply to be let in. */
export const patienceMs = 5 * 60_000
const longestWaitMs = 60_000

/**
 * Milliseconds before try number `attempt` + 1. What the server asks for is kept (at most a minute), with a little
 * on top so that parallel sessions do not knock together; else a random share of a doubling step.
 */
export function waitBefore(error: ModelError, attempt: number, random: () => number): number {
  if (error.retryAfterMs !== undefined) {
    return Math.min(error.retryAfterMs, longestWaitMs) + Math.round(random() * 250)
  }
  if (error.class === 'rate_limit') return jitter(1_000 * 2 ** attempt, 1_000, random)
  if (error.class === 'server' || error.class === 'network') return jitter(500 * 2 ** attempt, 250, random)
  return Math.round(random() * 500)
}

function jitter(step: number, least: number, random: () => number): number {
  return Math.round(least + random() * (Math.min(step, longestWaitMs) - least))
}
