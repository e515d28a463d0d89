import { newSecret } from '../accounts/secret.ts'

// A page beats every 5 s. Four missed beats end the writable view; the person may come back for a minute.
const beatMs = 20_000
const keptMs = 60_000

interface Holder {
  userId: string
  username: string
  lease: string
  beatAt: number
}

/** Who has mouse and keyboard of one sandbox. Knows no timers: `tick` is called from outside. */
export class ControlLease {
  #holder: Holder | undefined
  readonly #now: () => number
  readonly #onLost: (lease: string) => void

  /** `onLost`: this lease opens nothing any more */
  constructor(now: () => number, onLost: (lease: string) => void) {
    this.#now = now
    this.#onLost = onLost
  }

  get holder(): { userId: string; username: string } | undefined {
    return this.#holder
  }

  /** A new lease, or undefined when another person holds it. The same person's older lease ends. */
  take(user: { id: string; username: string }): string | undefined {
    if (this.#holder !== undefined && this.#holder.userId !== user.id) return undefined
    if (this.#holder !== undefined) this.#onLost(this.#holder.lease)
    const lease = newSecret()
    this.#holder = { userId: user.id, username: user.username, lease, beatAt: this.#now() }
    return lease
  }

  /** false: this lease is not the current one any more */
  beat(lease: string | undefined): boolean {
    if (this.#holder === undefined || this.#holder.lease !== lease) return false
    this.#holder.beatAt = this.#now()
    return true
  }

  valid(lease: string | undefined): boolean {
    return (
      this.#holder !== undefined && this.#holder.lease === lease && this.#now() - this.#holder.beatAt < beatMs
    )
  }

  /** Gives it back; false when this lease (or person) does not hold it. */
  release(by: { lease?: string; userId?: string }): boolean {
    const holder = this.#holder
    if (holder === undefined || (holder.lease !== by.lease && holder.userId !== by.userId)) return false
    this.#holder = undefined
    this.#onLost(holder.lease)
    return true
  }

  /** Cuts a lease without beats; after a minute answers who lost it for good. */
  tick(): { username: string } | undefined {
    const holder = this.#holder
    if (holder === undefined) return undefined
    const silent = this.#now() - holder.beatAt
    if (silent >= beatMs) this.#onLost(holder.lease)
    if (silent < keptMs) return undefined
    this.#holder = undefined
    return { username: holder.username }
  }
}
