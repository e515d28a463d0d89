import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../testing/fake-event-source.ts'
import { openStream, type StreamState } from './event-source.ts'

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all = []
})
afterEach(() => {
  vi.useRealTimers()
})

function stage(probe = async () => true) {
  const states: StreamState[] = []
  const events: unknown[] = []
  const at = { seq: 0 }
  const stream = openStream({
    url: () => `events?after=${at.seq}`,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    probe,
    Source: FakeEventSource as unknown as typeof EventSource,
    random: () => 0.5,
  })
  return { stream, states, events, at }
}

test('an event keeps its type and comes out as it went in', () => {
  const { events } = stage()
  FakeEventSource.last.open()
  FakeEventSource.last.say('run.start', { seq: 1, ts: 2, runId: 'r1' })
  expect(events).toEqual([{ type: 'run.start', seq: 1, ts: 2, runId: 'r1' }])
})

test('a drop that the browser mends within two seconds is not told', async () => {
  const { states } = stage()
  FakeEventSource.last.open()
  FakeEventSource.last.fail(false)
  await vi.advanceTimersByTimeAsync(1_900)
  FakeEventSource.last.open()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(states).not.toContain('retrying')
})

test('after an answer that is no stream it connects anew, later each time, from where the view is', async () => {
  const { at, states } = stage()
  FakeEventSource.last.open()
  at.seq = 17
  for (const wait of [1_000, 2_000, 4_000]) {
    const before = FakeEventSource.all.length
    FakeEventSource.last.fail(true)
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(FakeEventSource.all).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeEventSource.all).toHaveLength(before + 1)
    expect(FakeEventSource.last.url).toBe('events?after=17')
  }
  expect(states.at(-1)).toBe('retrying')
  FakeEventSource.last.open()
  expect(states.at(-1)).toBe('live')
})

test('when nobody is signed in any more it says so and stops trying', async () => {
  const { states } = stage(async () => false)
  FakeEventSource.last.open()
  FakeEventSource.last.fail(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states.at(-1)).toBe('expired')
  expect(FakeEventSource.all).toHaveLength(1)
})

test('a connection that says nothing for 45 seconds is replaced, and what the old one says is not heard', async () => {
  const { events, states } = stage()
  const old = FakeEventSource.last
  old.open()
  await vi.advanceTimersByTimeAsync(45_000)
  expect(FakeEventSource.last).not.toBe(old)
  old.say('run.start', { seq: 1, ts: 1, runId: 'r1' })
  expect(events).toEqual([])
  expect(states.at(-1)).toBe('live')
})

test('a closed stream stays closed', async () => {
  const { stream } = stage()
  FakeEventSource.last.open()
  stream.close()
  stream.wake()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(FakeEventSource.all).toHaveLength(1)
})
