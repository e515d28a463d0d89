import type { Clock, ModelError, ReplyDelta, ReplyOptions } from '../chat-model.ts'
import type { Lesson } from '../profiles/learn.ts'
import { patienceMs, triesByClass, waitBefore } from './retries.ts'

/** What one try does otherwise than the first. */
interface Variant {
  stream?: false
  nudge?: true
}

export interface AttemptSettings {
  clock: Clock
  limits?: { totalMs?: number }
  retries?: false
  random?: () => number
}

/** The tries of one reply: how many are left, how long to wait, and what people see of it. */
export class Attempts {
  readonly startedAt: number
  readonly totalMs: number
  readonly #clock: Clock
  readonly #settings: AttemptSettings
  readonly #options: ReplyOptions
  readonly #counts = new Map<ModelError['class'], number>()
  #shown = false
  variant: Variant = {}

  constructor(settings: AttemptSettings, options: ReplyOptions) {
    this.#clock = settings.clock
    this.#settings = settings
    this.#options = options
    this.startedAt = settings.clock.now()
    this.totalMs = settings.limits?.totalMs ?? 1_800_000
  }

  get signal(): AbortSignal {
    return this.#options.signal
  }

  show(deltas: ReplyDelta[]) {
    if (deltas.length > 0) this.#shown = true
    for (const delta of deltas) this.#options.onDelta?.(delta)
  }

  slow(seconds: number) {
    const text = `The model is slow to answer (${seconds} s)`
    this.#options.onTrouble?.({ type: 'slow', seconds, text })
  }

  adjusted({ text }: Lesson) {
    this.#options.onTrouble?.({ type: 'adjusted', text })
    this.#restart()
  }

  /** Waits for the next try, or throws the error when there is none. */
  async waitAfter(error: ModelError) {
    const tries = this.#settings.retries === false ? 1 : (triesByClass[error.class] ?? 1)
    const attempt = (this.#counts.get(error.class) ?? 0) + 1
    this.#counts.set(error.class, attempt)
    const wait = waitBefore(error, attempt - 1, this.#settings.random ?? Math.random)
    const now = this.#clock.now()
    const waited = now - this.startedAt + wait
    const patient = error.class === 'rate_limit' || error.class === 'server' || error.class === 'network'
    if (attempt >= tries || waited >= this.totalMs || (patient && waited > patienceMs)) throw error
    if (error.class === 'empty')
      this.variant = attempt === 1 && /no choices/.test(error.message) ? { stream: false } : { nudge: true }
    this.#options.onTrouble?.({
      type: 'retry',
      class: error.class,
      attempt: attempt + 1,
      of: tries,
      retryAt: now + wait,
      text: `${error.message}; next try in ${Math.ceil(wait / 1_000)} s (${attempt + 1} of ${tries})`,
    })
    this.#restart()
    await this.#clock.sleep(wait, this.signal)
  }

  #restart() {
    if (this.#shown) this.#options.onDelta?.({ type: 'restart' })
    this.#shown = false
  }
}
