import type { Clock } from '../chat-model.ts'

interface Sleeper {
  at: number
  wake(): void
}

export interface ManualClock extends Clock {
  /** moves time and lets everything that became due run, in the order of its time */
  advance(ms: number): Promise<void>
  /** resolves as soon as at least `count` sleeps are pending */
  sleeping(count?: number): Promise<void>
  /** ms left of each pending sleep, soonest first */
  readonly pending: number[]
}

/** A clock that stands still until a test moves it. */
export function manualClock(start = Date.UTC(2026, 0, 5, 9)): ManualClock {
  let now = start
  const sleepers = new Set<Sleeper>()
  const watchers = new Set<() => void>()
  const soonest = () => [...sleepers].sort((a, b) => a.at - b.at)[0]

  return {
    now: () => now,
    sleep(ms, signal) {
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const stop = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        const sleeper: Sleeper = {
          at: now + ms,
          wake() {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', stop)
            resolve()
          },
        }
        signal?.addEventListener('abort', stop, { once: true })
        sleepers.add(sleeper)
        for (const watcher of watchers) watcher()
      })
    },
    async advance(ms) {
      const end = now + ms
      for (let next = soonest(); next && next.at <= end; next = soonest()) {
        now = Math.max(now, next.at)
        next.wake()
        await settle()
      }
      now = end
      await settle()
    },
    async sleeping(count = 1) {
      if (sleepers.size >= count) return
      await new Promise<void>((resolve) => {
        const look = () => {
          if (sleepers.size < count) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
      })
    },
    get pending() {
      return [...sleepers].map(({ at }) => at - now).sort((a, b) => a - b)
    },
  }
}

// A woken sleeper may start the next one; one turn of the event loop lets it.
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
