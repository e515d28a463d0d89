import type { SandboxRecord } from '../host.ts'
import type { SandboxSettings } from '../settings.ts'

export type IdleStep = { to: 'paused' | 'stopped' | 'none'; at: number }
export type IdleTimes = Pick<SandboxSettings, 'pauseMinutes' | 'ttlMinutes' | 'keepDays'>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What becomes of an idle sandbox next, and when (ms since 1970); undefined when nothing does. */
export function nextIdleStep(record: SandboxRecord, times: IdleTimes): IdleStep | undefined {
  const steps: IdleStep[] = []
  const add = (to: IdleStep['to'], amount: number, unit: number) => {
    if (amount > 0) steps.push({ to, at: record.lastUsedAt + amount * unit })
  }
  if (record.state === 'ready') add('paused', times.pauseMinutes, MINUTE)
  if (record.state === 'ready' || record.state === 'paused') add('stopped', times.ttlMinutes, MINUTE)
  if (record.state !== 'none' && record.containerId) add('none', times.keepDays, DAY)
  return steps.sort((a, b) => a.at - b.at)[0]
}

/** When its memory is given back, unless something happens before. */
export function expiryOf(record: SandboxRecord, times: IdleTimes): number | undefined {
  if (record.state !== 'ready' && record.state !== 'paused') return undefined
  return times.ttlMinutes > 0 ? record.lastUsedAt + times.ttlMinutes * MINUTE : undefined
}
