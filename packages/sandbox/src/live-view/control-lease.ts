import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'

/** A taker says that it is there every so often; kept silent for longer, control is lost, and then free for others. */
export const HEARTBEAT_MS = 5000
const LOST_AFTER_MS = 20_000
const KEPT_FOR_MS = 60_000

export type LeaseNews =
  | { type: 'taken'; user: string }
  /** the taker went silent: writable streams of its lease must close */
  | { type: 'lost'; user: string }
  | { type: 'ended'; user: string; by: 'return' | 'timeout' | 'end'; seconds: number; note?: string }

export type TakeResult = { ok: true; lease: string } | { ok: false; heldBy: string }

interface Held {
  user: string
  lease: string
  since: number
  isLost: boolean
}

/** Who has mouse and keyboard of one sandbox. One at a time; everyone else watches. */
export class ControlLease {
  #clock: SandboxClock
  #held?: Held
  #forget: () => void = () => {}
  #observers = new Set<(news: LeaseNews) => void>()

  constructor(clock: SandboxClock) {
    this.#clock = clock
  }

  /** The same person may take it again, in another tab or after it was lost: the new lease replaces the old one. */
  take(user: string): TakeResult {
    const held = this.#held
    if (held && held.user !== user) return { ok: false, heldBy: held.user }
    const lease = randomBytes(18).toString('base64url')
    if (held && !held.isLost) this.#tell({ type: 'lost', user })
    this.#held = { user, lease, since: held?.since ?? this.#clock.now(), isLost: false }
    this.#wait()
    if (!held) this.#tell({ type: 'taken', user })
    return { ok: true, lease }
  }

  /** false: this lease is not (or no longer) the one */
  heartbeat(lease: string): boolean {
    if (!this.isValid(lease)) return false
    this.#wait()
    return true
  }

  isValid(lease: string | undefined): boolean {
    return lease !== undefined && this.#held?.lease === lease && !this.#held.isLost
  }

  /** Hands back; false when this lease is not the one. A lost one may still hand back while it is kept. */
  return(lease: string, note?: string): boolean {
    if (this.#held?.lease !== lease) return false
    this.#end('return', note)
    return true
  }

  /** Whoever has it, it ends: the session is stopped or deleted. */
  end(): void {
    if (this.#held) this.#end('end')
  }

  holder(): { user: string; since: number; isLost: boolean } | undefined {
    const { user, since, isLost } = this.#held ?? {}
    return user === undefined ? undefined : { user, since: since ?? 0, isLost: isLost ?? false }
  }

  observe(observer: (news: LeaseNews) => void): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  #wait(): void {
    this.#forget()
    this.#forget = this.#clock.after(LOST_AFTER_MS, () => {
      if (!this.#held) return
      this.#held.isLost = true
      this.#forget = this.#clock.after(KEPT_FOR_MS, () => this.#end('timeout'))
      this.#tell({ type: 'lost', user: this.#held.user })
    })
  }

  #end(by: 'return' | 'timeout' | 'end', note?: string): void {
    const held = this.#held
    if (!held) return
    this.#forget()
    this.#held = undefined
    const seconds = Math.round((this.#clock.now() - held.since) / 1000)
    this.#tell({ type: 'ended', user: held.user, by, seconds, ...(note === undefined ? {} : { note }) })
  }

  #tell(news: LeaseNews): void {
    for (const observer of [...this.#observers]) observer(news)
  }
}
