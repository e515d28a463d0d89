import { describe, expect, test } from 'vitest'
import { CallTextGate } from './call-text-gate.ts'
import { recoverCalls } from './text-calls.ts'

const isTool = (name: string) => ['shell_exec', 'file_read'].includes(name)
const read = { name: 'file_read', arguments: '{"path":"a.md"}' }

describe('calls printed as text', () => {
  test.each([
    ['tool_call tags', '<tool_call>\n{"name": "file_read", "arguments": {"path": "a.md"}}\n</tool_call>'],
    ['a tag that is never closed', '<tool_call>{"name": "file_read", "arguments": {"path": "a.md"}}'],
    [
      'arguments as a text',
      '<tool_call>{"name":"file_read","arguments":"{\\"path\\":\\"a.md\\"}"}</tool_call>',
    ],
    [
      'function and parameter tags',
      '<function=file_read>\n<parameter=path>\na.md\n</parameter>\n</function>',
    ],
    [
      'the same inside tool_call',
      '<tool_call>\n<function=file_read>\n<parameter=path>a.md</parameter>\n</function>\n</tool_call>',
    ],
    [
      'arg_key and arg_value',
      '<tool_call>file_read\n<arg_key>path</arg_key>\n<arg_value>a.md</arg_value>\n</tool_call>',
    ],
    [
      'DeepSeek marks',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>file_read\n```json\n{"path":"a.md"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'Kimi marks',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.file_read:0<|tool_call_argument_begin|>{"path":"a.md"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    ['Mistral marks', '[TOOL_CALLS][{"name": "file_read", "arguments": {"path": "a.md"}}]'],
    ['Mistral marks with the name first', '[TOOL_CALLS]file_read{"path":"a.md"}'],
    ['a fence', '```json\n{"name": "file_read", "parameters": {"path": "a.md"}}\n```'],
    ['bare JSON', '{"function": {"name": "file_read", "arguments": {"path": "a.md"}}}'],
  ])('%s', (_what, text) => {
    expect(recoverCalls(text, isTool)).toEqual({ calls: [read], text: '' })
  })

  test('several come in order, and the words around them stay', () => {
    const text =
      'First a look.\n<tool_call>{"name":"file_read","arguments":{"path":"a.md"}}</tool_call>\n<tool_call>{"name":"shell_exec","arguments":{"command":"ls"}}</tool_call>'
    const found = recoverCalls(text, isTool)
    expect(found?.text).toBe('First a look.')
    expect(found?.calls.map(({ name }) => name)).toEqual(['file_read', 'shell_exec'])
  })

  test('bare JSON after a sentence is a call', () => {
    expect(
      recoverCalls('I will read it. {"name":"file_read","arguments":{"path":"a.md"}}', isTool)?.calls,
    ).toEqual([read])
  })

  test.each([
    ['a tool that was not declared', '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
    [
      'an example in the middle of prose',
      'Use {"name":"file_read","arguments":{}} like this and it will work.',
    ],
    ['JSON that is an answer', '{"title":"file_read","steps":[]}'],
    ['plain words', 'The tool file_read reads files.'],
  ])('%s is none', (_what, text) => {
    expect(recoverCalls(text, isTool)).toBeUndefined()
  })
})

test('a number with a line end is the text of a file, not a number', () => {
  const pathOf = (value: string) => {
    const text = `<function=file_read>\n<parameter=path>\n${value}\n</parameter>\n</function>`
    return JSON.parse(recoverCalls(text, isTool)?.calls[0]?.arguments ?? '{}').path
  }
  expect(pathOf('100\n')).toBe('100\n')
  expect(pathOf('100')).toBe(100)
})

describe('the gate', () => {
  const through = (...parts: string[]) => {
    const gate = new CallTextGate()
    const shown = parts.map((part) => gate.push(part)).join('')
    return { shown, rest: gate.end(false) }
  }

  test('lets words through and holds what follows a mark, split or not', () => {
    expect(through('Looking. <tool', '_call>{"na')).toEqual({ shown: 'Looking. ', rest: '<tool_call>{"na' })
  })
  test('lets go what only looked like a mark', () => {
    expect(through('a <to', 'ol> b')).toEqual({ shown: 'a <tool> b', rest: '' })
  })
  test('holds JSON at the beginning, not later', () => {
    expect(through('  ', '{"a":', '1}').shown).toBe('')
    expect(through('See ', '{"a":1}').shown).toBe('See {"a":1}')
  })
  test('loses nothing', () => {
    const { shown, rest } = through('`', 'code` and ', '[x]', ' [TOOL')
    expect(shown + rest).toBe('`code` and [x] [TOOL')
  })
})
