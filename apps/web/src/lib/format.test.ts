import { expect, test } from 'vitest'
import { bytes, count, duration } from './format.ts'

test('durations read as a person would say them', () => {
  expect([0, 840, 4_230, 9_960, 61_000, 4_320_000].map(duration)).toEqual([
    '0 ms',
    '840 ms',
    '4.2 s',
    '10 s',
    '1 min 01 s',
    '1 h 12 min',
  ])
})

test('sizes and counts keep two or three digits', () => {
  expect([17, 4_200, 99_960, 12_000_000].map(bytes)).toEqual(['17 B', '4.2 kB', '100 kB', '12.0 MB'])
  expect([950, 1_234, 54_320, 1_200_000].map(count)).toEqual(['950', '1.2k', '54k', '1.2M'])
})
