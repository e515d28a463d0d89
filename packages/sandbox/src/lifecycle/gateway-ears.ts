import type { SandboxClock } from '../clock.ts'
import type { LiveSandbox, SandboxRecord } from '../host.ts'
import { noticeOf } from './keep-watch.ts'
import type { Roster } from './roster.ts'

const HOUR = 3_600_000

/** Listens to the gateways of awake sandboxes, and asks each once an hour so that it knows its server lives. */
export class GatewayEars {
  #roster: Roster
  #clock: SandboxClock
  #listening = new Map<string, () => void>()
  #sandboxed = new Map<string, boolean>()
  #forgetHour?: () => void

  constructor(roster: Roster, clock: SandboxClock) {
    this.#roster = roster
    this.#clock = clock
    this.#everyHour()
  }

  /** Chrome's own sandbox, as the gateway last said */
  chromeSandbox(id: string): boolean | undefined {
    return this.#sandboxed.get(id)
  }

  listen(record: SandboxRecord, sandbox: LiveSandbox): void {
    this.#listening.get(record.id)?.()
    const stop = sandbox.events((event) => {
      const notice = noticeOf(event)
      if (notice && record.sessionId)
        this.#roster.tell({ type: 'notice', sessionId: record.sessionId, ...notice })
    })
    this.#listening.set(record.id, stop)
    void this.#ask(record.id, sandbox)
  }

  listenToAll(): void {
    for (const record of this.#roster.all()) {
      const sandbox = this.#roster.live.get(record.id)
      if (sandbox && !this.#listening.has(record.id)) this.listen(record, sandbox)
    }
  }

  deafen(record: SandboxRecord): void {
    this.#listening.get(record.id)?.()
    this.#listening.delete(record.id)
  }

  close(): void {
    this.#forgetHour?.()
    for (const stop of this.#listening.values()) stop()
    this.#listening.clear()
  }

  #everyHour(): void {
    this.#forgetHour = this.#clock.after(HOUR, () => {
      for (const [id, sandbox] of this.#roster.live) void this.#ask(id, sandbox)
      this.#everyHour()
    })
  }

  async #ask(id: string, sandbox: LiveSandbox): Promise<void> {
    // One that does not answer is noticed by whoever uses it, and by the engine's events.
    const health = await sandbox.health({ signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    if (health) this.#sandboxed.set(id, health.browser.sandboxed)
  }
}
