import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialogs } from './dialogs.ts'
import type { Tab } from './tab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened(dialogs: Dialogs, text: string) {
  const page = new EventEmitter()
  const tab = { page, dialog: undefined, interrupt() {} } as unknown as Tab
  dialogs.watch(tab)
  const answers: string[] = []
  page.emit('dialog', {
    type: () => 'confirm',
    message: () => text,
    defaultValue: () => '',
    accept: async () => void answers.push('accept'),
    dismiss: async () => void answers.push('dismiss'),
  })
  return { tab, answers }
}

test('a question that nobody answers for 60 s is dismissed, and that is told; each has its own minute', async () => {
  const news: string[] = []
  const dialogs = new Dialogs((text) => news.push(text), Date.now)
  const first = opened(dialogs, 'Remove 3 items?')
  await vi.advanceTimersByTimeAsync(30_000)
  const second = opened(dialogs, 'Leave?')
  await vi.advanceTimersByTimeAsync(29_999)
  expect(first.answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(first.answers).toEqual(['dismiss'])
  expect(first.tab.dialog).toBeUndefined()
  expect(second.answers).toEqual([])
  expect(news).toEqual(['the confirm "Remove 3 items?" had no answer for 60 s and was dismissed'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(second.answers).toEqual(['dismiss'])
})

test('a question that was answered, or that a person holds, is not dismissed later', async () => {
  const news: string[] = []
  const dialogs = new Dialogs((text) => news.push(text), Date.now)
  const answered = opened(dialogs, 'Go on?')
  await dialogs.answer(answered.tab, true)
  const held = opened(dialogs, 'Really?')
  dialogs.person = true
  await vi.advanceTimersByTimeAsync(120_000)
  expect(answered.answers).toEqual(['accept'])
  expect(held.answers).toEqual([])
  expect(news).toEqual([])
})
