import { expect, test } from 'vitest'
import { median, percentile, repeat } from './bench.ts'
import { benches } from './index.ts'

test('median and percentile are of the sorted values', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(
    percentile(
      Array.from({ length: 100 }, (_, i) => 100 - i),
      95,
    ),
  ).toBe(95)
})

test('the first round warms up and is not counted', async () => {
  expect(await repeat(3, async (index) => index)).toEqual([0, 1, 2])
})

test('every benchmark has a name of its own', () => {
  const names = benches.map((bench) => bench.name)
  expect(new Set(names).size).toBe(names.length)
})
