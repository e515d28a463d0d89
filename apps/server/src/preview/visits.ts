import { newSecret } from '../accounts/secret.ts'

/** What one browser may see on the preview origin: one program of one session. */
export interface Visit {
  sessionId: string
  userId: string
  port: number
}

const ticketMs = 60_000
const visitMs = 24 * 3_600_000

/** One-time tickets, and the visits that they open. Kept in memory: after a restart one opens the program anew. */
export class Visits {
  readonly #now: () => number
  readonly #tickets = new Map<string, { visit: Visit; until: number }>()
  readonly #visits = new Map<string, { visit: Visit; until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  ticket(visit: Visit): string {
    this.#sweep()
    const ticket = newSecret()
    this.#tickets.set(ticket, { visit, until: this.#now() + ticketMs })
    return ticket
  }

  /** The secret for the cookie; undefined: used, or older than a minute. What this browser saw before is replaced. */
  redeem(ticket: string, before: readonly string[]): string | undefined {
    const found = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    if (found === undefined || found.until < this.#now()) return undefined
    for (const old of before) this.#visits.delete(old)
    const secret = newSecret()
    this.#visits.set(secret, { visit: found.visit, until: this.#now() + visitMs })
    return secret
  }

  find(secrets: readonly string[]): Visit | undefined {
    for (const secret of secrets) {
      const found = this.#visits.get(secret)
      if (found !== undefined && found.until > this.#now()) return found.visit
    }
    return undefined
  }

  #sweep() {
    for (const kept of [this.#tickets, this.#visits])
      for (const [key, { until }] of kept) if (until < this.#now()) kept.delete(key)
  }
}
