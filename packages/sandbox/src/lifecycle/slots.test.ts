import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { type Slot, Slots } from './slots.ts'

test('however places are taken, given back and given up, never too many run and nobody is forgotten', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('take', 'free', 'leave'), fc.nat(20)), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (max, script) => {
      const slots = new Slots(max, async () => false)
      const held: Slot[] = []
      const leaving: AbortController[] = []
      let served = 0
      let left = 0
      for (const [step, index] of script) {
        if (step === 'take') {
          const leave = new AbortController()
          leaving.push(leave)
          slots.take({ signal: leave.signal }).then(
            (slot) => {
              held.push(slot)
              served++
            },
            () => left++,
          )
        }
        if (step === 'free') held.splice(index % Math.max(held.length, 1), 1)[0]?.release()
        if (step === 'leave') leaving[index % Math.max(leaving.length, 1)]?.abort(new Error('gone'))
        await settle()
        expect(slots.taken).toBeLessThanOrEqual(max)
        expect(slots.taken === max || slots.waiting === 0).toBe(true)
      }
      while (held.length > 0) {
        held.pop()?.release()
        await settle()
      }
      expect(served + left).toBe(leaving.length)
    }),
    { numRuns: 60 },
  )
})

test('places are told in order and move up', async () => {
  const slots = new Slots(1, async () => false)
  const first = await slots.take()
  const places: number[] = []
  const second = slots.take({ onPlace: (place) => places.push(place) })
  const third = slots.take({ onPlace: (place) => places.push(place + 10) })
  await settle()
  expect(places).toEqual([1, 12])
  first.release()
  const slot = await second
  await settle()
  expect(places).toEqual([1, 12, 11])
  slot.release()
  await third
})
