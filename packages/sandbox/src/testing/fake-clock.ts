import { setImmediate } from 'node:timers/promises'
import type { SandboxClock } from '../clock.ts'

/** Time that stands still until a test moves it. */
export class FakeClock implements SandboxClock {
  #now: number
  #timers = new Set<{ at: number; call: () => void }>()

  constructor(now = 1_700_000_000_000) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Moves on, timer by timer, letting what each set off come to rest before the next. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms
    for (;;) {
      await settle()
      const next = [...this.#timers].filter((timer) => timer.at <= target).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
    }
    this.#now = target
    await settle()
  }
}

/** Lets everything that is ready to go on go on. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await setImmediate()
}
