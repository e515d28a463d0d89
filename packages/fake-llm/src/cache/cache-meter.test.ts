import { expect, test } from 'vitest'
import { blockMeter, unitMeter } from './cache-meter.ts'
import { tokensOf } from './tokens.ts'

const part = (from: number, length: number) => ({ tokens: Array.from({ length }, (_, nth) => from + nth) })
const request = (...parts: ReturnType<typeof part>[]) => ({
  parts,
  total: parts.reduce((sum, one) => sum + one.tokens.length, 0),
})

test('blocks of 128 tokens: only whole blocks of the same head are cached', () => {
  const meter = blockMeter()
  expect(meter.measure(request(part(0, 300)))).toBe(0)
  expect(meter.measure(request(part(0, 300), part(5000, 100)))).toBe(256)
  expect(meter.measure(request(part(0, 300), part(5000, 100)))).toBe(384)
})

test('a change early in the request loses everything behind it', () => {
  const meter = blockMeter()
  meter.measure(request(part(0, 1000)))
  expect(meter.measure(request(part(0, 200), part(7777, 1), part(201, 799)))).toBe(128)
  expect(meter.measure(request(part(1, 1000)))).toBe(0)
})

test('units: an extension hits up to the end of the earlier input', () => {
  const meter = unitMeter()
  meter.measure(request(part(0, 300)))
  expect(meter.measure(request(part(0, 300), part(900, 50), part(2000, 40)))).toBe(300)
})

test('units: a tail that is taken out again leaves nothing to hit until the parting was seen', () => {
  const meter = unitMeter()
  meter.measure(request(part(0, 300), part(9000, 20)))
  expect(meter.measure(request(part(0, 300), part(500, 20)))).toBe(0)
  expect(meter.measure(request(part(0, 300), part(800, 20)))).toBe(300)
})

test('a text of special tokens and a text of one long word are counted', async () => {
  expect((await tokensOf('<|endoftext|>')).length).toBeGreaterThan(1)
  expect((await tokensOf('a'.repeat(200_000))).length).toBeGreaterThan(10_000)
  expect((await tokensOf('one two three')).length).toBe(3)
})

test('counting a long text lets the event loop run', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  await tokensOf(Array.from({ length: 60_000 }, (_, nth) => `word${nth} `).join(''))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(2)
})
