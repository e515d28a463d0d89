import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../chat-model.ts'
import { genericProfile, type ModelProfile } from '../profiles/profile.ts'
import { shapeMessages } from './shape-messages.ts'
import { shapeTools } from './shape-tools.ts'

const tool = { name: 'look', description: 'Looks.', parameters: {} }
const shape = (messages: ChatMessage[], patch: Partial<ModelProfile> = {}) =>
  shapeMessages(messages, [tool], { ...genericProfile, ...patch })
const assistant = (fields: Partial<Extract<ChatMessage, { role: 'assistant' }>> = {}): ChatMessage => ({
  role: 'assistant',
  content: '',
  calls: [{ id: 'a', name: 'look', arguments: '{}' }],
  ...fields,
})
const result: ChatMessage = { role: 'tool', callId: 'a', name: 'look', content: 'status: ok' }

describe('what servers want differently', () => {
  test.each([
    ['null', null],
    ['empty', ''],
    ['space', ' '],
    ['absent', undefined],
  ] as const)('content of a message that only calls: %s', (emptyContent, content) => {
    const [message] = shape([assistant()], { emptyContent })
    expect(message!.content).toBe(content)
    expect('content' in message!).toBe(content !== undefined)
  })

  test('the name of the tool stands in its result where it is wanted', () => {
    expect(shape([result], { toolName: true })[0]).toMatchObject({ name: 'look' })
    expect(shape([result])[0]).not.toHaveProperty('name')
  })

  test('user messages in a row are one, with their pictures', () => {
    const image = { type: 'image' as const, mime: 'image/png', data: 'aGk=' }
    const wire = shape([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
      { role: 'user', content: [{ type: 'text', text: 'c' }, image] },
    ])
    expect(wire).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a\n\nb' },
          { type: 'text', text: 'c' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
    ])
  })

  test('a bridge stands between a result and a user message where roles alternate', () => {
    const roles = shape([assistant(), result, { role: 'user', content: 'stop' }], { alternate: true }).map(
      ({ role }) => role,
    )
    expect(roles).toEqual(['assistant', 'tool', 'assistant', 'user'])
  })

  test('ids of another server become nine letters and digits, the same in call and result', () => {
    const wire = shape([assistant(), result], { callIds: 'nine' })
    const [{ id }] = wire[0]!.tool_calls as [{ id: string }]
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
    expect(wire[1]!.tool_call_id).toBe(id)
  })

  test('instructions move into the first user message where there is no system role', () => {
    const wire = shape(
      [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hi' },
      ],
      { systemRole: 'user' },
    )
    expect(wire).toEqual([{ role: 'user', content: 'be brief\n\nhi' }])
  })

  test('by text, calls and results are words, and roles alternate', () => {
    const wire = shape(
      [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        assistant({ content: 'Looking.' }),
        result,
        { role: 'user', content: 'v' },
      ],
      { tools: 'text' },
    )
    expect(wire.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(wire[2]!.content).toContain('<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>')
    expect(wire[3]!.content).toMatch(/<tool_result name="look">[\s\S]*v$/)
  })

  test('reasoning goes back under its own name, with calls only, unless a server wants it otherwise', () => {
    const reasoning = { field: 'reasoning', text: 'hm' }
    expect(shape([assistant({ reasoning })])[0]).toMatchObject({ reasoning: 'hm' })
    expect(shape([assistant({ reasoning, content: 'x', calls: [] })])[0]).not.toHaveProperty('reasoning')
    expect(
      shape([assistant({ reasoning })], { reasoning: { replay: 'required', field: 'reasoning_content' } })[0],
    ).toMatchObject({ reasoning_content: 'hm' })
    expect(shape([assistant({ reasoning })], { reasoning: { replay: 'never' } })[0]).not.toHaveProperty(
      'reasoning',
    )
    expect(shape([assistant({ reasoning: { field: 'think', text: 'hm' } })])[0]).not.toHaveProperty('think')
  })

  test('reasoning_details go back as they came', () => {
    const value = [{ type: 'reasoning.encrypted', data: 'x' }]
    expect(
      shape([assistant({ reasoning: { field: 'reasoning_details', text: '', value } })])[0],
    ).toMatchObject({ reasoning_details: value })
  })

  test('lone surrogates and NUL do not go out', () => {
    expect(shape([{ role: 'user', content: 'a\uD83Db\0c🙂' }])[0]!.content).toBe('a\uFFFDb\uFFFDc🙂')
  })

  test('an empty result or text is no empty string', () => {
    expect(shape([{ ...result, content: '' } as ChatMessage])[0]!.content).toBe('(nothing)')
    expect(shape([{ role: 'user', content: '' }])[0]!.content).toBe(' ')
  })
})

test('a request grows by appending: what was sent before is the same bytes', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 })
  const group = fc.oneof(
    fc
      .record({ call: word, result: word, reasoning: fc.option(word) })
      .map(({ call, result: said, reasoning }): ChatMessage[] => [
        assistant({
          content: call,
          ...(reasoning !== null && { reasoning: { field: 'reasoning_content', text: reasoning } }),
        }),
        { role: 'tool', callId: 'a', name: 'look', content: said },
      ]),
    word.map((text): ChatMessage[] => [
      { role: 'assistant', content: `${text}.`, calls: [] },
      { role: 'user', content: `${text}!` },
    ]),
  )
  const start: ChatMessage[] = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'go' },
  ]
  fc.assert(
    fc.property(
      fc.array(group, { maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom('any', 'nine' as const),
      (groups, alternate, callIds) => {
        const profile = { ...genericProfile, alternate, callIds } as ModelProfile
        let messages = start
        let before = shapeMessages(messages, [tool], profile).map((message) => JSON.stringify(message))
        for (const more of groups) {
          messages = [...messages, ...more]
          const after = shapeMessages(messages, [tool], profile).map((message) => JSON.stringify(message))
          expect(after.slice(0, before.length)).toEqual(before)
          before = after
        }
      },
    ),
    { numRuns: 200 },
  )
})

describe('tools', () => {
  test('a long description is cut, an illegal name is an error', () => {
    const [shaped] = shapeTools([{ ...tool, description: 'x'.repeat(1_500) }])
    expect(shaped!.function.description).toHaveLength(1_000)
    expect(() => shapeTools([{ ...tool, name: 'a.b' }])).toThrow(/no name for a tool/)
  })
})
