import type { SandboxClock } from '../clock.ts'
import type { LiveSandbox, SandboxRecord } from '../host.ts'
import { type IdleStep, type IdleTimes, nextIdleStep } from './idle.ts'
import type { Roster } from './roster.ts'

const HOUR = 3_600_000

interface SweepDeps {
  clock: SandboxClock
  roster: Roster
  times: IdleTimes
  apply(record: SandboxRecord, to: IdleStep['to']): Promise<void>
}

/** One timer for all sandboxes: wakes when the next of them is due, and does what is due. */
export class IdleSweep {
  #forget?: () => void
  #closed = false
  #deps: SweepDeps

  constructor(deps: SweepDeps) {
    this.#deps = deps
  }

  /** Something changed: set the timer anew. */
  schedule(): void {
    this.#forget?.()
    if (this.#closed) return
    const due = this.#steps().map(({ step }) => step.at)
    if (due.length === 0) return
    const { clock } = this.#deps
    this.#forget = clock.after(Math.max(Math.min(...due) - clock.now(), 1000), () => void this.#sweep())
  }

  close(): void {
    this.#closed = true
    this.#forget?.()
  }

  #steps(): { record: SandboxRecord; step: IdleStep }[] {
    return this.#deps.roster.all().flatMap((record) => {
      if (record.role === 'pool' || this.#deps.roster.isHeld(record.sessionId)) return []
      const step = nextIdleStep(record, this.#deps.times)
      return step ? [{ record, step }] : []
    })
  }

  async #sweep(): Promise<void> {
    const { clock, roster, apply } = this.#deps
    for (const { record, step } of this.#steps()) {
      if (step.at > clock.now()) continue
      const sandbox = roster.live.get(record.id)
      if (sandbox && (await isWorking(sandbox, clock.now())))
        roster.update(record, { lastUsedAt: clock.now() })
      else await apply(record, step.to).catch(() => {}) // the engine is away; what it missed is due again later
    }
    this.schedule()
  }
}

/** A foreground command with output in the last hour is activity, also when nobody looks. */
export async function isWorking(sandbox: LiveSandbox, now: number): Promise<boolean> {
  const shells = await sandbox.shell.list({ signal: AbortSignal.timeout(2000) }).catch(() => [])
  return shells.some(
    (shell) => shell.state === 'running' && !shell.background && now - (shell.lastOutputAt ?? 0) < HOUR,
  )
}
