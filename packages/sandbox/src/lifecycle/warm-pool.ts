import type { SandboxRecord } from '../host.ts'
import { type AwakenDeps, makeAnew } from './awaken.ts'
import { newRecord } from './new-record.ts'
import type { Slots } from './slots.ts'

export interface Surroundings {
  timeZone: string
  language: string
}

/** Paused warm sandboxes, made one at a time and only when nobody else wants the machine. */
export class WarmPool {
  #deps: AwakenDeps & { size: number; slots: Slots; isBusy(): boolean }
  #wanted: Surroundings
  #filling?: Promise<void>
  #closed = new AbortController()
  #failures = 0

  constructor(deps: AwakenDeps & { size: number; slots: Slots; isBusy(): boolean }, wanted: Surroundings) {
    this.#deps = deps
    this.#wanted = wanted
  }

  /** A member with these surroundings; it is the caller's from now on. */
  take(wanted: Surroundings): SandboxRecord | undefined {
    this.#wanted = wanted
    const found = this.#members().find((record) => record.state === 'paused' && this.#fits(record))
    if (found) this.#taken.add(found.id)
    return found
  }
  #taken = new Set<string>()

  /** Starts to fill up in the background; a refill that fails waits longer before the next. */
  refill(): void {
    if (this.#deps.size === 0 || this.#filling || this.#closed.signal.aborted) return
    this.#filling = this.#fill()
      .then(() => {
        this.#failures = 0
      })
      .catch(() => {
        // Nobody waits for the pool: a session that needs a sandbox says what is wrong.
        this.#failures++
        const ms = Math.min(2 ** this.#failures * 5000, 600_000)
        this.#deps.clock.after(ms, () => this.refill())
      })
      .finally(() => {
        this.#filling = undefined
      })
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error('The pool is closed.'))
    await this.#filling
  }

  async #fill(): Promise<void> {
    for (const record of this.#members())
      if (record.state !== 'paused' || !this.#fits(record)) await this.discard(record)
    while (this.#members().length < this.#deps.size && !this.#deps.isBusy()) {
      const slot = this.#deps.slots.tryTake()
      if (!slot) return
      await this.#makeOne().finally(() => slot.release())
    }
  }

  async #makeOne(): Promise<void> {
    const { engine, roster, clock, settings } = this.#deps
    const record = newRecord({
      ...this.#wanted,
      image: engine.image,
      sessionId: undefined,
      prefix: settings.namePrefix,
      now: clock.now(),
    })
    roster.add(record)
    try {
      await makeAnew(this.#deps, record, { signal: this.#closed.signal })
      await engine.pause(record)
      roster.update(record, { state: 'paused' })
    } catch (error) {
      await this.discard(record).catch(() => {}) // the first error says more
      throw error
    }
  }

  /** Unclaimed: container and volume go. */
  async discard(record: SandboxRecord): Promise<void> {
    const { engine, roster } = this.#deps
    if (record.containerId) await engine.remove(record.containerId)
    await engine.removeVolume(record)
    roster.forget(record)
  }

  #members(): SandboxRecord[] {
    return this.#deps.roster.all().filter((record) => record.role === 'pool' && !this.#taken.has(record.id))
  }

  #fits(record: SandboxRecord): boolean {
    const { timeZone, language } = this.#wanted
    return (
      record.timeZone === timeZone && record.language === language && record.image === this.#deps.engine.image
    )
  }
}
