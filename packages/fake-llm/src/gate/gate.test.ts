import { expect, test } from 'vitest'
import { ChatRequest } from '../chat-request.ts'
import { personaNamed } from '../personas/index.ts'
import { body, call, executorSystem, result, tool, user } from '../testing/ask.ts'
import { gate } from './gate.ts'

type Message = Record<string, unknown>
const good: Message[] = [
  executorSystem,
  user('<task>\nx\n</task>'),
  call('aaaaaaaa1', 'shell_exec', { command: 'ls' }),
  result('aaaaaaaa1', 'status: ok'),
]
const codes = (messages: Message[], more: object = {}, persona = 'openai-strict', tokens = 100) => {
  const one = personaNamed(persona)
  const { violations, refusal } = gate(
    ChatRequest.parse(body(messages, more)),
    one,
    one.contextWindow,
    tokens,
  )
  expect(refusal !== undefined || violations.length === 0).toBe(true)
  return violations.map((violation) => violation.code)
}

test('a proper history passes every persona that takes its fields', () => {
  for (const name of ['openai-strict', 'azure', 'openrouter', 'lmstudio', 'anthropic-compat', 'glm'])
    expect(codes(good, {}, name), name).toEqual([])
})

const two: Message = {
  role: 'assistant',
  content: 'two',
  tool_calls: ['b', 'c'].map((id) => ({
    id,
    type: 'function',
    function: { name: 'shell_exec', arguments: '{}' },
  })),
}
const withCall = (change: object): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'aaaaaaaa1', type: 'function', function: { name: 'shell_exec', arguments: '{}' }, ...change },
  ],
})
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }

// Each mutant breaks one rule of a history that is otherwise right.
const mutants: [string, string, Message[]][] = [
  ['V1', 'no system message', good.slice(1)],
  [
    'V1',
    'a second system message',
    [
      ...good,
      { role: 'assistant', content: 'ok' },
      user('x'),
      { role: 'assistant', content: 'ok' },
      executorSystem,
      user('y'),
    ],
  ],
  ['V2', 'an orphan result', [executorSystem, user('x'), result('zz', 'status: ok')]],
  ['V2', 'a result answered twice', [...good, result('aaaaaaaa1', 'again')]],
  ['V3', 'a call without an answer', [...good.slice(0, 2), two, result('b', 'ok'), user('next')]],
  [
    'V3',
    'a user message between call and answer',
    [...good.slice(0, 3), user('wait'), result('aaaaaaaa1', 'ok')],
  ],
  ['V4', 'an empty assistant message', [...good.slice(0, 2), { role: 'assistant', content: '' }, user('x')]],
  [
    'V4',
    'an empty list of calls',
    [...good.slice(0, 2), { role: 'assistant', content: 'x', tool_calls: [] }, user('x')],
  ],
  ['V5', 'an id used twice', [...good, good[2]!, good[3]!]],
  ['V5', 'an id with illegal signs', [...good.slice(0, 2), withCall({ id: 'a b' }), result('a b', 'ok')]],
  [
    'V5',
    'an id that is too long',
    [...good.slice(0, 2), withCall({ id: 'x'.repeat(41) }), result('x'.repeat(41), 'ok')],
  ],
  ['V5', 'a missing id', [...good.slice(0, 2), withCall({ id: undefined }), result('', 'ok')]],
  [
    'V6',
    'arguments that are no JSON',
    [...good.slice(0, 2), withCall({ function: { name: 'a', arguments: '{"a":' } }), good[3]!],
  ],
  [
    'V6',
    'arguments that are a list',
    [...good.slice(0, 2), withCall({ function: { name: 'a', arguments: '[1]' } }), good[3]!],
  ],
  [
    'V6',
    'arguments as an object',
    [...good.slice(0, 2), withCall({ function: { name: 'a', arguments: {} } }), good[3]!],
  ],
  ['V7', 'an empty result', [...good.slice(0, 3), result('aaaaaaaa1', '')]],
  [
    'V7',
    'a picture in a result',
    [...good.slice(0, 3), { role: 'tool', tool_call_id: 'aaaaaaaa1', content: [image] }],
  ],
  [
    'V7',
    'an empty text part',
    [executorSystem, { role: 'user', content: [{ type: 'text', text: '' }, image] }],
  ],
  ['V8', 'two user messages in a row', [executorSystem, user('x'), user('y')]],
  ['V10', 'the last word is the assistant’s', [...good, { role: 'assistant', content: 'done' }]],
  ['V11', 'a lone surrogate', [executorSystem, user('half \ud83d')]],
  ['V11', 'a NUL', [executorSystem, user('nul \u0000')]],
]
test.each(mutants)('%s is found: %s', (code, _, messages) => {
  expect(codes(messages)).toContain(code)
})

test('text that only talks of NUL and surrogates is no violation', () => {
  expect(codes([executorSystem, user('write "\\u0000" and \\ud83d and a whole 😀')])).toEqual([])
})

test('V9: a user message right after a result is refused where turns alternate, and nowhere else', () => {
  const messages = [...good, user('next')]
  expect(codes(messages)).toEqual([])
  expect(codes(messages, { stream_options: undefined }, 'mistral-strict')).toEqual(['V9'])
})

test('V12: calls in the history need declared tools', () => {
  expect(codes(good, { tools: undefined })).toContain('V12')
})

test('V13: what does not fit the window is refused, with room for the answer counted', () => {
  expect(codes(good, {}, 'openai-strict', 128_001)).toEqual(['V13'])
  expect(codes(good, { max_completion_tokens: 30_000 }, 'openai-strict', 100_000)).toEqual(['V13'])
  expect(codes(good, { max_completion_tokens: 20_000 }, 'openai-strict', 100_000)).toEqual([])
})

const toolMutants: [string, object][] = [
  ['a name with a dot', tool('a.b')],
  [
    'a description over 1,024 characters',
    {
      type: 'function',
      function: { name: 'a', description: 'x'.repeat(1025), parameters: { type: 'object' } },
    },
  ],
  ['parameters that are no object', tool('a', { type: 'string' })],
  ['a schema with an unknown type', tool('a', { type: 'object', properties: { x: { type: 'strnig' } } })],
]
test.each(toolMutants)('a tool with %s is refused', (_, bad) => {
  expect(codes(good, { tools: [bad, tool('shell_exec')] })).toEqual(['tools'])
})

test('the same name declared twice is refused', () => {
  expect(codes(good, { tools: [tool('a'), tool('a')] })).toEqual(['tools'])
})
