import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitBlocks } from './split-blocks.ts'

test('the blocks joined are the text, whatever it is', () => {
  const lines = fc.array(fc.constantFrom('', 'word', '- item', '1. one', '```', '~~~js', '    code', '| a |'))
  fc.assert(
    fc.property(lines, (some) => {
      const text = some.join('\n')
      expect(splitBlocks(text).join('')).toBe(text)
    }),
  )
})

test('paragraphs are cut apart; lists, tables and what is fenced stay whole', () => {
  expect(splitBlocks('one\n\ntwo')).toEqual(['one\n\n', 'two'])
  expect(splitBlocks('- a\n\n- b\n\n  more of b')).toHaveLength(1)
  expect(splitBlocks('```\na\n\nb\n```\n\nafter')).toEqual(['```\na\n\nb\n```\n\n', 'after'])
})

test('a fence that is still open holds everything after it', () => {
  expect(splitBlocks('before\n\n```py\nx = 1\n\ny = 2')).toEqual(['before\n\n', '```py\nx = 1\n\ny = 2'])
})

test('a text with link definitions is not cut', () => {
  expect(splitBlocks('see [a]\n\nmore\n\n[a]: http://x.test')).toHaveLength(1)
})
