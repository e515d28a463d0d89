import type { GatewayEvent } from '@deskhand/protocol/sandbox'
import type { SandboxRecord } from '../host.ts'
import type { Engine, EngineEvent } from '../hosts/engine.ts'
import type { Roster } from './roster.ts'

export interface WatchDeps {
  engine: Engine
  roster: Roster
  /** true while the lifecycle itself ends or starts this container */
  isExpected(record: SandboxRecord): boolean
  /** something changed: timers, pool, queue */
  changed(): void
  /** the engine is back: bring records and containers together */
  reconcile(): Promise<void>
}

/** Turns what the engine tells into states and, for a session, exactly one piece of news each. */
export function keepWatch(deps: WatchDeps): () => void {
  return deps.engine.watch((event) => {
    if (event.type === 'up') return void deps.reconcile().catch(() => {}) // still away: the next `up` comes
    if (event.type === 'down') return void afterEngineLoss(deps)
    const record = deps.roster.ofContainer(event.containerId)
    if (!record || deps.isExpected(record)) return
    if (event.type === 'oom') tellMemory(deps.roster, record)
    else containerEnded(deps, record, event)
  })
}

function containerEnded(
  { roster, changed }: WatchDeps,
  record: SandboxRecord,
  event: EngineEvent & { type: 'died' | 'destroyed' },
): void {
  const wasAwake = record.state === 'ready' || record.state === 'paused'
  roster.sleep(record)
  if (event.type === 'destroyed') roster.update(record, { state: 'none', containerId: undefined })
  else roster.update(record, { state: 'stopped' })
  if (wasAwake && record.sessionId) {
    const outOfMemory = event.type === 'died' && event.outOfMemory
    roster.tell({
      type: 'ended',
      sessionId: record.sessionId,
      reason: outOfMemory ? 'out_of_memory' : 'lost',
      text: outOfMemory
        ? 'The computer ran out of memory and ended. It starts again at its next use; /workspace is kept.'
        : `The computer was ended from outside${exitText(event)}. It starts again at its next use; /workspace is kept.`,
    })
  }
  changed()
}

const exitText = (event: EngineEvent) =>
  event.type === 'died' && event.exitCode !== undefined ? ` (exit code ${event.exitCode})` : ''

/** Those that still answer live on without their engine; of the others the news goes out now. */
async function afterEngineLoss(deps: WatchDeps): Promise<void> {
  await Promise.all(
    [...deps.roster.live].map(async ([id, sandbox]) => {
      const answers = await sandbox.health({ signal: AbortSignal.timeout(3000) }).catch(() => undefined)
      const record = deps.roster.all().find((one) => one.id === id)
      if (answers || !record || record.state !== 'ready') return
      deps.roster.sleep(record)
      deps.roster.update(record, { state: 'stopped' })
      if (!record.sessionId) return
      deps.roster.tell({
        type: 'ended',
        sessionId: record.sessionId,
        reason: 'lost',
        text: 'The Docker engine stopped, and the computer with it. It starts again when the engine is back; /workspace is kept.',
      })
    }),
  )
  deps.changed()
}

function tellMemory(roster: Roster, record: SandboxRecord): void {
  if (!record.sessionId) return
  roster.tell({
    type: 'notice',
    sessionId: record.sessionId,
    level: 'warning',
    code: 'SANDBOX_MEMORY',
    text: 'The computer had no memory left and ended a program. Close tabs, or allow more with SANDBOX_MEMORY_MB.',
  })
}

/** What a gateway tells, as a notice; undefined for what needs none. */
export function noticeOf(
  event: GatewayEvent,
): { level: 'info' | 'warning' | 'error'; code: string; text: string } | undefined {
  if (event.type === 'browser.restarted')
    return {
      level: 'warning',
      code: 'BROWSER_RESTARTED',
      text: `The browser crashed and was started again (${event.reason}). Open tabs are gone.`,
    }
  if (event.type === 'display.restarted')
    return { level: 'warning', code: 'DISPLAY_RESTARTED', text: 'The display crashed and was started again.' }
  if (event.type === 'disk' && event.level !== 'ok')
    return event.level === 'full'
      ? {
          level: 'error',
          code: 'DISK_FULL',
          text: `The disk of the computer is full (${mib(event)}). New files are refused until something is deleted.`,
        }
      : {
          level: 'warning',
          code: 'DISK_NEAR',
          text: `The disk of the computer is nearly full (${mib(event)}).`,
        }
  return undefined
}

const mib = (disk: { usedBytes: number; limitBytes: number }) =>
  `${Math.round(disk.usedBytes / 2 ** 20)} of ${Math.round(disk.limitBytes / 2 ** 20)} MiB`
