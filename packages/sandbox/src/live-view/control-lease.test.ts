import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { ControlLease, type LeaseNews } from './control-lease.ts'

function stage() {
  const clock = new FakeClock()
  const control = new ControlLease(clock)
  const news: LeaseNews[] = []
  control.observe((one) => news.push(one))
  const take = (user: string) => {
    const result = control.take(user)
    if (!result.ok) throw new Error(`held by ${result.heldBy}`)
    return result.lease
  }
  return { clock, control, news, take, types: () => news.map((one) => one.type) }
}

test('one person has control, another is told who, until it is handed back', async () => {
  const { clock, control, news, take } = stage()
  const lease = take('ada')
  expect(control.take('bob')).toEqual({ ok: false, heldBy: 'ada' })
  await clock.advance(7000)
  expect(control.return(lease, 'signed in')).toBe(true)
  expect(news).toEqual([
    { type: 'taken', user: 'ada' },
    { type: 'ended', user: 'ada', by: 'return', seconds: 7, note: 'signed in' },
  ])
  expect(control.take('bob').ok).toBe(true)
})

test('heartbeats keep it, silence of 20 s loses it, 60 s more free it for others', async () => {
  const { clock, control, take, types } = stage()
  const lease = take('ada')
  for (let beat = 0; beat < 10; beat++) {
    await clock.advance(15_000)
    expect(control.heartbeat(lease)).toBe(true)
  }
  await clock.advance(20_001)
  expect(control.isValid(lease)).toBe(false)
  expect(control.heartbeat(lease)).toBe(false)
  expect(control.take('bob')).toMatchObject({ ok: false })
  await clock.advance(60_000)
  expect(types()).toEqual(['taken', 'lost', 'ended'])
  expect(control.take('bob').ok).toBe(true)
})

test('the same person gets it back while it is kept, as the same takeover', async () => {
  const { clock, control, take, news } = stage()
  const old = take('ada')
  await clock.advance(40_000)
  const lease = take('ada')
  expect(control.isValid(old)).toBe(false)
  await clock.advance(10_000)
  control.return(lease)
  expect(news).toEqual([
    { type: 'taken', user: 'ada' },
    { type: 'lost', user: 'ada' },
    { type: 'ended', user: 'ada', by: 'return', seconds: 50 },
  ])
})

test('a second tab of the same person takes it over from the first', () => {
  const { control, take, types } = stage()
  const first = take('ada')
  const second = take('ada')
  expect([control.isValid(first), control.isValid(second)]).toEqual([false, true])
  expect(types()).toEqual(['taken', 'lost'])
})

test('whatever happens, what was taken ends exactly once and at most one lease is valid', async () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('take', 'beat', 'return', 'wait', 'end'),
      fc.constantFrom('ada', 'bob'),
      fc.nat(70),
    ),
  )
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { clock, control, news } = stage()
      const leases: string[] = []
      for (const [step, user, amount] of script) {
        const lease = leases[amount % Math.max(leases.length, 1)] ?? 'none'
        if (step === 'take') {
          const result = control.take(user)
          if (result.ok) leases.push(result.lease)
        }
        if (step === 'beat') control.heartbeat(lease)
        if (step === 'return') control.return(lease)
        if (step === 'end') control.end()
        if (step === 'wait') await clock.advance(amount * 1000)
        expect(leases.filter((one) => control.isValid(one)).length).toBeLessThanOrEqual(1)
      }
      control.end()
      const taken = news.filter((one) => one.type === 'taken').length
      expect(news.filter((one) => one.type === 'ended').length).toBe(taken)
      expect(control.holder()).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})
