import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../chat-model.ts'
import { checkMessages } from './check-messages.ts'

const tool = { name: 'look', description: 'Looks.', parameters: {} }
const system: ChatMessage = { role: 'system', content: 's' }
const user: ChatMessage = { role: 'user', content: 'u' }
const calling = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: '',
  calls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })),
})
const answer = (callId: string): ChatMessage => ({ role: 'tool', callId, name: 'look', content: 'ok' })
const rules = (messages: ChatMessage[], tools = [tool], limit?: { tokens: number; max: number }) => [
  ...new Set(checkMessages(messages, tools, limit).map(({ rule }) => rule)),
]

test('a good request has no violation', () => {
  expect(rules([system, user, calling('a', 'b'), answer('b'), answer('a'), user])).toEqual([])
})

describe('each rule is seen', () => {
  test.each<[string, ChatMessage[]]>([
    ['V1', [user]],
    ['V1', [system, user, system, user]],
    ['V2', [system, user, answer('a')]],
    ['V2', [system, user, calling('a'), answer('a'), answer('a')]],
    ['V3', [system, user, calling('a', 'b'), answer('a'), user]],
    ['V4', [system, user, { role: 'assistant', content: ' ', calls: [] }, user]],
    ['V4', [system, { role: 'user', content: '' }]],
    ['V5', [system, user, calling('a b'), answer('a b')]],
    ['V5', [system, user, calling('a'), answer('a'), calling('a'), answer('a')]],
    [
      'V6',
      [
        system,
        user,
        { role: 'assistant', content: '', calls: [{ id: 'a', name: 'look', arguments: '[1]' }] },
        answer('a'),
      ],
    ],
    ['V7', [system, user, calling('a'), { role: 'tool', callId: 'a', name: 'look', content: '' }]],
    ['V8', [system, user, user]],
    ['V10', [system, user, { role: 'assistant', content: 'x', calls: [] }]],
    ['V11', [system, { role: 'user', content: 'a\uDC00' }]],
    ['V11', [system, { role: 'user', content: 'a\0' }]],
  ])('%s', (rule, messages) => {
    expect(rules(messages)).toEqual([rule])
  })
  test('V12', () => {
    expect(rules([system, user, calling('a'), answer('a')], [])).toEqual(['V12'])
  })
  test('V13', () => {
    expect(rules([system, user], [tool], { tokens: 10, max: 9 })).toEqual(['V13'])
  })
})

test('taking any one message out of a history of calls is noticed', () => {
  const turns = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(turns, fc.nat(), (sizes, pick) => {
      const messages: ChatMessage[] = [system, user]
      sizes.forEach((size, turn) => {
        const ids = Array.from({ length: size }, (_, n) => `t${turn}c${n}`)
        messages.push(calling(...ids), ...ids.map(answer))
      })
      expect(rules(messages)).toEqual([])
      const at = 2 + (pick % (messages.length - 2))
      expect(rules(messages.toSpliced(at, 1)).length).toBeGreaterThan(0)
    }),
  )
})
