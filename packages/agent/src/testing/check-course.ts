import { expect } from 'vitest'
import { randomHistory } from './random-history.ts'

/** One random course of a whole session: no fault of the program, no bad request, nothing done twice. */
export async function expectSoundCourse(seed: number): Promise<void> {
  const { on, lost } = await randomHistory(seed)
  expect(on.model.violations, `seed ${seed}`).toEqual([])
  expect(on.faults, `seed ${seed}`).toEqual([])
  const started = on.all('tool.start').map(({ callId }) => callId)
  expect(new Set(started).size, `seed ${seed}`).toBe(started.length)
  const effects = on.desk.effects.map(({ callId }) => callId)
  // A log that lost its newest entries, as after a power cut, does not know of calls that were begun.
  if (lost === 0) expect(new Set(effects).size, `seed ${seed}`).toBe(effects.length)
}
