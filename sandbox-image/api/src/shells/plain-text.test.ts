import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlainText, settleLines } from './plain-text.ts'

const pieces = [
  '中文',
  '🙂',
  'plain',
  '\r\n',
  '\n',
  '\x1b[1;31m',
  '\x1b[0m',
  '\x1b]0;a title\x07',
  '\x1b]8;;http://x\x1b\\',
  '\x1b(B',
  '\x07',
]
const seen: Record<string, string> = { '\r\n': '\n', '\n': '\n', 中文: '中文', '🙂': '🙂', plain: 'plain' }

test('text is what a person would read, wherever the bytes were cut', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), fc.integer({ min: 1, max: 7 }), (parts, size) => {
      const bytes = Buffer.from(parts.join(''))
      const plain = new PlainText()
      let text = ''
      for (let at = 0; at < bytes.length; at += size) text += plain.push(bytes.subarray(at, at + size))
      text += plain.push(Buffer.alloc(0), true)
      expect(text).toBe(parts.map((part) => seen[part] ?? '').join(''))
    }),
  )
})

test('a progress line is its last state, and what was erased is gone', () => {
  expect(settleLines('10%\r50%\r100%\ndone\r\n')).toBe('100%\ndone\n')
  expect(settleLines('wrogn\b\bng\n')).toBe('wrong\n')
})
