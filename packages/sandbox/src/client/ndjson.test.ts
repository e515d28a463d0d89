import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ndjson } from './ndjson.ts'

test('lines come out whole however the bytes were cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.array(fc.integer({ min: 1, max: 7 })),
      async (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join(''))
        const chunks: Buffer[] = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = cuts[i % Math.max(cuts.length, 1)] ?? bytes.length
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        const out: unknown[] = []
        for await (const value of ndjson(Readable.from(chunks))) out.push(value)
        expect(out).toEqual(texts.map((text) => ({ text })))
      },
    ),
  )
})
