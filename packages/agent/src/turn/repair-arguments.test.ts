import { expect, test } from 'vitest'
import { argumentsForReplay } from './repair-arguments.ts'

test('what the model wrote goes back byte for byte', () => {
  const raw = '{ "path" : "a",  "text": "\\u4f60好" }'
  expect(argumentsForReplay(raw)).toBe(raw)
})

test('arguments that would fill a window by themselves go back as their size and beginning', () => {
  const raw = JSON.stringify({ path: '/workspace/a', padding: 'x'.repeat(2_000_000) })
  const text = argumentsForReplay(raw)
  expect(text.length).toBeLessThan(1_000)
  expect(JSON.parse(text)).toEqual({
    _left_out: expect.stringMatching(/^2000\d+ characters .*\/workspace\/a/),
  })
})
