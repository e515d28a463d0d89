import type { Clock } from '@deskhand/llm'

/** A clock on which every sleep is over at the next turn of the event loop, with time moved on by as much. */
export function autoClock(start = Date.UTC(2026, 0, 5, 9)): Clock & { move(ms: number): void } {
  let now = start
  return {
    now: () => now,
    move: (ms) => {
      now += ms
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const wake = setImmediate(() => {
          signal?.removeEventListener('abort', stop)
          now += ms
          resolve()
        })
        const stop = () => {
          clearImmediate(wake)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', stop, { once: true })
      }),
  }
}
