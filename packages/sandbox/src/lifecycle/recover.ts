import type { SandboxRecord } from '../host.ts'
import type { Engine, OwnedContainer } from '../hosts/engine.ts'
import type { Roster } from './roster.ts'
import type { Slots } from './slots.ts'

export interface Recovered {
  adopted: number
  removed: number
  lost: string[]
}

/**
 * Brings records and containers together after a start of the server or the engine: a session's container is adopted
 * as it stands, an unclaimed one and one that no record knows are removed, a record without container is `lost`.
 * Volumes: only those of unclaimed records go. With `only` (ids), records that are not in it are not touched:
 * somebody is at work on them.
 */
export async function recover(
  engine: Engine,
  roster: Roster,
  slots: Slots,
  only?: ReadonlySet<string>,
): Promise<Recovered> {
  const owned = await engine.owned()
  const result: Recovered = { adopted: 0, removed: 0, lost: [] }
  const recorded = new Set(roster.all().map(({ id }) => id))
  const older = roster.all().filter(({ id }) => !only || only.has(id))
  const work = older.map(async (record) => {
    const container = owned.find((one) => one.sandboxId === record.id)
    if (record.role === 'pool') {
      await discard(engine, roster, record, container)
      if (container) result.removed++
    } else if (await adopt(engine, roster, slots, record, container)) result.adopted++
    else if (record.sessionId && wasThere(record)) result.lost.push(record.sessionId)
    if (record.role === 'session' && !container) forgetContainer(roster, record)
  })
  await Promise.all(work)
  for (const stray of owned.filter((one) => !recorded.has(one.sandboxId))) {
    await engine.remove(stray.containerId)
    result.removed++
  }
  return result
}

async function adopt(
  engine: Engine,
  roster: Roster,
  slots: Slots,
  record: SandboxRecord,
  container: OwnedContainer | undefined,
): Promise<boolean> {
  if (!container) return false
  const before = record.state
  roster.update(record, { containerId: container.containerId })
  if (container.state === 'created') {
    // The server died between create and start: nothing of it was ever used.
    await engine.remove(container.containerId)
    roster.update(record, { state: 'none', containerId: undefined })
    return false
  }
  if (container.state === 'paused') await keepPaused(engine, roster, record)
  if (container.state === 'exited') roster.update(record, { state: 'stopped' })
  if (container.state === 'running') return takeOver(engine, roster, slots, record, before)
  return true
}

async function keepPaused(engine: Engine, roster: Roster, record: SandboxRecord): Promise<void> {
  try {
    if (engine.wallsMayBeStale()) await engine.wall(record)
    roster.update(record, { state: 'paused' })
  } catch {
    // Without walls it is not woken as it is: a start puts them up again.
    await engine.stop(record).catch(() => {})
    roster.update(record, { state: 'stopped' })
  }
}

async function takeOver(
  engine: Engine,
  roster: Roster,
  slots: Slots,
  record: SandboxRecord,
  before: SandboxRecord['state'],
): Promise<boolean> {
  try {
    // Died while it booted: whether the walls were up is not known, so they are put up again. A server in a container
    // has a new address since its start: the old walls keep it out, and whoever got its old address in.
    if (before !== 'ready' || engine.wallsMayBeStale()) await engine.wall(record)
    const sandbox = await engine.connect(record)
    await sandbox.health({ signal: AbortSignal.timeout(5000) })
    roster.update(record, { state: 'ready' })
    roster.awake(record, sandbox, slots.occupy())
  } catch {
    // Running but not answering, or without walls: it is put down, and the next use starts it anew.
    await engine.stop(record).catch(() => {})
    roster.sleep(record)
    roster.update(record, { state: 'stopped' })
  }
  return true
}

async function discard(
  engine: Engine,
  roster: Roster,
  record: SandboxRecord,
  container: OwnedContainer | undefined,
): Promise<void> {
  if (container) await engine.remove(container.containerId)
  await engine.removeVolume(record)
  roster.forget(record)
}

const wasThere = (record: SandboxRecord) => record.containerId !== undefined && record.state !== 'none'

function forgetContainer(roster: Roster, record: SandboxRecord): void {
  roster.sleep(record)
  roster.update(record, { state: 'none', containerId: undefined })
}
