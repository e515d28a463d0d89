import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 5000

/** Waits until the machine's one-minute load is below half a core; false when it never was within the time. */
export async function quietMachine(seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  while ((loadavg()[0] ?? 0) >= 0.5) {
    if (Date.now() >= until) return false
    await setTimeout(LOOK_MS)
  }
  return true
}
