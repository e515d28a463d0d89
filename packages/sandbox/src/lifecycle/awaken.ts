import type { SandboxClock } from '../clock.ts'
import { type AcquireOptions, type LiveSandbox, SandboxBootError, type SandboxRecord } from '../host.ts'
import { type Engine, EngineError } from '../hosts/engine.ts'
import { SandboxError } from '../sandbox.ts'
import { boot } from './boot.ts'
import { containerName } from './new-record.ts'
import type { Roster } from './roster.ts'

export interface AwakenDeps {
  engine: Engine
  roster: Roster
  clock: SandboxClock
  settings: { bootSeconds: number; namePrefix: string }
}
export interface AwakenOptions {
  signal: AbortSignal
  onProgress?: AcquireOptions['onProgress']
}

/** Makes a record's container and starts it. The volume is recorded before it is made and kept when this fails. */
export async function makeAnew(
  { engine, roster, clock, settings }: AwakenDeps,
  record: SandboxRecord,
  { signal, onProgress }: AwakenOptions,
): Promise<LiveSandbox> {
  onProgress?.({ phase: 'create', text: 'Making a computer', percent: 5 })
  roster.update(record, { state: 'creating', image: engine.image, containerId: undefined })
  try {
    await engine.prepare()
    await engine.createVolume(record)
    roster.update(record, { containerId: await engine.create(record) })
    signal.throwIfAborted()
    roster.update(record, { state: 'booting' })
    return await boot(engine, record, { clock, seconds: settings.bootSeconds, signal, onProgress })
  } catch (error) {
    const containerId = record.containerId
    roster.update(record, { state: 'none', containerId: undefined })
    if (containerId) await engine.remove(containerId).catch(() => {}) // recover() finds it by label another time
    if (error instanceof EngineError)
      throw new SandboxBootError('engine', error.message, '', { cause: error })
    throw error
  }
}

/** Unpauses or starts the record's own container; where that is gone or too old, makes a new one on the same volume. */
export async function wake(
  deps: AwakenDeps,
  record: SandboxRecord,
  options: AwakenOptions,
): Promise<LiveSandbox> {
  const { engine, roster, clock, settings } = deps
  const before = record.state
  try {
    if (before === 'paused') return await engine.unpause(record)
    roster.update(record, { state: 'booting' })
    return await boot(engine, record, { clock, seconds: settings.bootSeconds, ...options })
  } catch (error) {
    if (!isBeyondWaking(error)) {
      await settleAfterFailure(deps, record)
      throw error instanceof EngineError
        ? new SandboxBootError('engine', error.message, '', { cause: error })
        : error
    }
    if (record.containerId) await engine.remove(record.containerId)
    tellRebuilt(roster, record)
    return makeAnew(deps, record, options)
  }
}

/** A warm one from the pool becomes the session's. */
export async function claim(
  deps: AwakenDeps,
  record: SandboxRecord,
  sessionId: string,
): Promise<LiveSandbox> {
  const { engine, roster, clock, settings } = deps
  const sandbox = await engine.unpause(record)
  const name = containerName(settings.namePrefix, sessionId, record.id)
  roster.update(record, { role: 'session', sessionId, containerName: name, lastUsedAt: clock.now() })
  // The name is for people: nothing waits for it, and nothing depends on it.
  engine.rename(record).catch(() => {})
  return sandbox
}

function isBeyondWaking(error: unknown): boolean {
  if (error instanceof EngineError) return error.code === 'NO_CONTAINER'
  return error instanceof SandboxError && error.code === 'API_MISMATCH'
}

async function settleAfterFailure({ engine, roster }: AwakenDeps, record: SandboxRecord): Promise<void> {
  await engine.stop(record).catch(() => {}) // it may be stopped, or the engine away: the next wake finds out
  roster.update(record, { state: 'stopped' })
}

function tellRebuilt(roster: Roster, record: SandboxRecord): void {
  if (!record.sessionId) return
  roster.tell({
    type: 'notice',
    sessionId: record.sessionId,
    level: 'warning',
    code: 'SANDBOX_REBUILT',
    text: 'The computer of this session had to be made anew. /workspace is as it was; installed packages, logins and open tabs are gone.',
  })
}
