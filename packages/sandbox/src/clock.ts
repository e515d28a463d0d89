/** Time as the lifecycle sees it, so that a test can move it. */
export interface SandboxClock {
  /** ms since 1970 */
  now(): number
  /** calls once after `ms`; the returned function forgets it */
  after(ms: number, call: () => void): () => void
}

// setTimeout takes at most 2^31-1 ms: a longer wait is asked for again by whoever set it.
const LONGEST = 2 ** 31 - 1

export const systemClock: SandboxClock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, Math.min(Math.max(ms, 0), LONGEST))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` of that clock; rejects with the signal's reason. */
export function sleep(clock: SandboxClock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = () => {
      forget()
      reject(signal?.reason)
    }
    const forget = clock.after(ms, () => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    })
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
