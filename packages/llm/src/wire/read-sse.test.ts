import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSse, type SseEvent } from './read-sse.ts'

async function* pieces(bytes: Uint8Array, cuts: readonly number[]) {
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  let start = 0
  for (const end of [...at, bytes.length]) {
    yield bytes.subarray(start, end)
    start = end
  }
}
async function read(text: string, cuts: readonly number[] = []) {
  const events: SseEvent[] = []
  for await (const event of readSse(pieces(new TextEncoder().encode(text), cuts))) events.push(event)
  return events
}

test('comments, CRLF, data without a blank and several data lines are read', async () => {
  const text =
    ': OPENROUTER PROCESSING\r\n\r\ndata:{"a":1}\r\n\r\nevent: error\ndata: one\ndata: two\n\nid: 7\nretry: 3\n\n'
  expect(await read(text)).toEqual([{ data: '{"a":1}' }, { event: 'error', data: 'one\ntwo' }])
})

test('a last event without its blank line is still given', async () => {
  expect(await read('data: [DONE]')).toEqual([{ data: '[DONE]' }])
})

test('events do not depend on where the bytes are split', async () => {
  const text = fc
    .array(fc.constantFrom('报告', '🙂', 'a', '{"x":"y"}', ' '), { minLength: 1 })
    .map((parts) => parts.join(''))
  const end = fc.constantFrom('\n', '\r\n', '\r')
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      end,
      fc.array(fc.nat()),
      async (texts, eol, cuts) => {
        const stream = texts.map((data) => `data: ${data}${eol}${eol}: ping${eol}`).join('')
        expect(await read(stream, cuts)).toEqual(texts.map((data) => ({ data })))
      },
    ),
    { numRuns: 300 },
  )
})
