import { type Clock, ModelError } from '../chat-model.ts'

export interface WatchLimits {
  firstTokenMs: number
  stallMs: number
  /** ms since 1970 */
  totalUntil: number
}

const noticeAfterMs = 20_000
const noticeEveryMs = 15_000
// Some servers say how they finished and then keep the connection open.
const graceMs = 5_000

/**
 * The three clocks of one request: silence before the first token, silence between tokens, and the whole. When one
 * runs out, `signal` aborts and `error` says which. Only `talked` counts as talk: bytes do not.
 */
export class Watch {
  readonly #clock: Clock
  readonly #limits: WatchLimits
  readonly #expired = new AbortController()
  readonly #started: number
  readonly #onSlow: (seconds: number) => void
  #nap = new AbortController()
  #lastTalk: number | undefined
  #endedAt: number | undefined
  #stopped = false
  error: ModelError | undefined

  constructor(clock: Clock, limits: WatchLimits, onSlow: (seconds: number) => void) {
    this.#clock = clock
    this.#limits = limits
    this.#onSlow = onSlow
    this.#started = clock.now()
    void this.#run()
  }

  get signal(): AbortSignal {
    return this.#expired.signal
  }

  talked() {
    const first = this.#lastTalk === undefined
    this.#lastTalk = this.#clock.now()
    if (first) this.#nap.abort()
  }

  /** The server said how it ended; what follows is a matter of seconds. */
  ended() {
    if (this.#endedAt !== undefined) return
    this.#endedAt = this.#clock.now()
    this.#nap.abort()
  }

  stop() {
    this.#stopped = true
    this.#nap.abort()
  }

  async #run() {
    let notice = this.#started + noticeAfterMs
    while (!this.#stopped) {
      const { at, expire } = this.#deadline()
      const now = this.#clock.now()
      if (now >= at) {
        expire()
        return
      }
      if (this.#lastTalk === undefined && now >= notice) {
        this.#onSlow(Math.round((now - this.#started) / 1_000))
        notice = now + noticeEveryMs
      }
      const wake = this.#lastTalk === undefined ? Math.min(at, notice) : at
      this.#nap = new AbortController()
      // Whoever ends a nap early changed what is waited for; the loop looks again.
      await this.#clock.sleep(wake - now, this.#nap.signal).catch(() => {})
    }
  }

  #deadline(): { at: number; expire: () => void } {
    const { firstTokenMs, stallMs, totalUntil } = this.#limits
    if (this.#endedAt !== undefined) {
      return { at: this.#endedAt + graceMs, expire: () => this.#expired.abort() }
    }
    const silent =
      this.#lastTalk === undefined
        ? { at: this.#started + firstTokenMs, expire: () => this.#fail('slow', firstTokenMs) }
        : { at: this.#lastTalk + stallMs, expire: () => this.#fail('stall', stallMs) }
    if (totalUntil >= silent.at) return silent
    return { at: totalUntil, expire: () => this.#fail('total', totalUntil - this.#started) }
  }

  #fail(what: 'slow' | 'stall' | 'total', ms: number) {
    const seconds = Math.round(ms / 1_000)
    const texts = {
      slow: [
        `The model said nothing for ${seconds} s`,
        'A slow local model may need more: MODEL_FIRST_TOKEN_SECONDS.',
      ],
      stall: [
        `The model fell silent for ${seconds} s in the middle of its reply`,
        'A slow model may need more: MODEL_STALL_SECONDS.',
      ],
      total: [
        `The reply was not finished in time (${seconds} s more)`,
        'The limit for a whole reply is MODEL_TOTAL_SECONDS.',
      ],
    }
    const [text, hint] = texts[what]
    this.error = new ModelError(what === 'stall' ? 'stall' : 'slow', text!, { hint })
    this.#expired.abort()
  }
}
