import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarkParser, type Piece } from './mark-parser.ts'

const mark = (fields: string, nonce = 'secret') => `\x1b]133;${fields};${nonce}\x07`
const text = (pieces: Piece[]) =>
  pieces.map((piece) => ('bytes' in piece ? piece.bytes.toString() : '')).join('')
const marks = (pieces: Piece[]) => pieces.flatMap((piece) => ('mark' in piece ? [piece.mark] : []))

test('marks with the secret are taken out, and everything else stays, however the stream is cut', () => {
  const words = fc.constantFrom(
    'plain\r\n',
    '中文',
    '\x1b[31m',
    '\x1b]0;title\x07',
    mark('D;0', 'guess'),
    '\x1b]133',
    '\x1b]133;',
  )
  const own = fc.constantFrom(mark('C'), mark('E;12'), mark('D;137'))
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, own), { maxLength: 20 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const isOwn = (part: string) => part.endsWith(';secret\x07')
        const parser = new MarkParser('secret')
        // The end makes sure that no half of a mark is kept back.
        const bytes = Buffer.from(`${parts.join('')}${'.'.repeat(200)}`)
        const pieces: Piece[] = []
        for (let at = 0; at < bytes.length; at += size)
          pieces.push(...parser.parse(bytes.subarray(at, at + size)))
        expect(
          Buffer.concat(pieces.flatMap((piece) => ('bytes' in piece ? [piece.bytes] : []))).toString(),
        ).toBe(`${parts.filter((part) => !isOwn(part)).join('')}${'.'.repeat(200)}`)
        expect(marks(pieces)).toHaveLength(parts.filter(isOwn).length)
      },
    ),
  )
})

test('each mark says what it means', () => {
  const pieces = new MarkParser('secret').parse(Buffer.from(`a${mark('C')}b${mark('E;7')}c${mark('D;3')}d`))
  expect(marks(pieces)).toEqual([
    { type: 'begin' },
    { type: 'begin', command: 7 },
    { type: 'end', exitCode: 3 },
  ])
  expect(text(pieces)).toBe('abcd')
})
