// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { type Press, shortcutOf } from './shortcuts.ts'

const press = (change: Partial<Press>): Press => ({
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...change,
})

test('a shortcut needs Control on Linux and Windows, Command on a Mac', () => {
  expect(shortcutOf(press({ ctrlKey: true }), false, false)).toBe('search')
  expect(shortcutOf(press({ metaKey: true }), false, true)).toBe('search')
  expect(shortcutOf(press({ metaKey: true }), false, false)).toBeUndefined()
})

test('one with a modifier works while writing, one without does not', () => {
  expect(shortcutOf(press({ key: '?', shiftKey: true }), false, false)).toBe('help')
  expect(shortcutOf(press({ key: '?', shiftKey: true }), true, false)).toBeUndefined()
  expect(shortcutOf(press({ key: 'Enter', ctrlKey: true }), true, false)).toBe('approve')
})

test('the find of the browser stays the browser’s, and an input method keeps its keys', () => {
  expect(shortcutOf(press({ key: 'f', ctrlKey: true }), false, false)).toBeUndefined()
  expect(shortcutOf(press({ ctrlKey: true, isComposing: true }), false, false)).toBeUndefined()
})
