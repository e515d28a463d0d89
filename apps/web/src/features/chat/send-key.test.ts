import { expect, test } from 'vitest'
import { type KeyPress, sendKeyOf } from './send-key.ts'

const enter = (change: Partial<KeyPress> = {}): KeyPress => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...change,
})

test('Enter sends, and with Shift it is a new line', () => {
  expect(sendKeyOf(enter(), 'enter')).toBe('send')
  expect(sendKeyOf(enter({ shiftKey: true }), 'enter')).toBeUndefined()
})

test('Enter that chooses a word of an input method never sends, in the order of any browser', () => {
  expect(sendKeyOf(enter({ isComposing: true, keyCode: 229 }), 'enter')).toBeUndefined()
  expect(sendKeyOf(enter({ isComposing: false, keyCode: 229 }), 'enter')).toBeUndefined()
  expect(sendKeyOf(enter({ isComposing: true, ctrlKey: true }), 'enter')).toBeUndefined()
})

test('Control or Command with Shift queues', () => {
  expect(sendKeyOf(enter({ ctrlKey: true, shiftKey: true }), 'enter')).toBe('queue')
  expect(sendKeyOf(enter({ metaKey: true, shiftKey: true }), 'mod-enter')).toBe('queue')
})

test('who chose Control+Enter writes new lines with Enter alone', () => {
  expect(sendKeyOf(enter(), 'mod-enter')).toBeUndefined()
  expect(sendKeyOf(enter({ metaKey: true }), 'mod-enter')).toBe('send')
})
