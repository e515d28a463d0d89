import { expect, test } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { Watch, type WatchLimits } from './watch.ts'

function stage(limits: Partial<WatchLimits> = {}) {
  const clock = manualClock()
  const notices: number[] = []
  const watch = new Watch(
    clock,
    { firstTokenMs: 180_000, stallMs: 60_000, totalUntil: clock.now() + 1_800_000, ...limits },
    (seconds) => notices.push(seconds),
  )
  return { clock, watch, notices }
}

test('a stall shorter than the notices is seen in time', async () => {
  const { clock, watch } = stage({ stallMs: 3_000 })
  watch.talked()
  await clock.advance(2_999)
  expect(watch.signal.aborted).toBe(false)
  await clock.advance(1)
  expect(watch.error).toMatchObject({ class: 'stall', hint: expect.stringContaining('MODEL_STALL_SECONDS') })
})

test('talk moves the stall on, but not the whole', async () => {
  const { clock, watch } = stage({ totalUntil: manualClock().now() + 150_000 })
  for (let n = 0; n < 3; n += 1) {
    watch.talked()
    await clock.advance(49_000)
  }
  expect(watch.signal.aborted).toBe(false)
  watch.talked()
  await clock.advance(3_000)
  expect(watch.error).toMatchObject({ class: 'slow', hint: expect.stringContaining('MODEL_TOTAL_SECONDS') })
})

test('notices end with the first word', async () => {
  const { clock, watch, notices } = stage()
  await clock.advance(40_000)
  watch.talked()
  await clock.advance(50_000)
  expect(notices).toEqual([20, 35])
})

test('after the end a few seconds are given, and no error is made of them', async () => {
  const { clock, watch } = stage()
  watch.talked()
  watch.ended()
  await clock.advance(5_000)
  expect(watch.signal.aborted).toBe(true)
  expect(watch.error).toBeUndefined()
})

test('a stopped watch sleeps no more', async () => {
  const { clock, watch } = stage()
  await clock.sleeping()
  watch.stop()
  expect(clock.pending).toEqual([])
})
