import { describe, expect, test } from 'vitest'
import type { ReplyRequest } from '../chat-model.ts'
import { delta, usage } from '../testing/wire-server.ts'
import { Assembler } from './assembler.ts'
import { toReply } from './to-reply.ts'

const names = ['file_write', 'file_read', 'get_weather']
const isTool = (name: string) => names.includes(name)
const request: ReplyRequest = {
  messages: [{ role: 'user', content: 'go' }],
  tools: names.map((name) => ({ name, description: name, parameters: {} })),
  purpose: 'executor',
}

function assemble(...chunks: Record<string, unknown>[]) {
  const assembler = new Assembler(isTool)
  const deltas = chunks.flatMap((chunk) => assembler.push(chunk))
  const end = assembler.end()
  return { ...end.assembled, deltas: [...deltas, ...end.deltas] }
}
const reply = (...chunks: Record<string, unknown>[]) =>
  toReply(assemble(...chunks), { request, isTool, countedInput: 50 })
const part = (fields: Record<string, unknown>) => delta({ tool_calls: [fields] })
const fn = (name: string | null | undefined, given: unknown) => ({ function: { name, arguments: given } })
const stop = delta({}, 'stop')

describe('fragments of calls', () => {
  test('FX01: a reused index with a new id is a second call', () => {
    const { calls } = reply(
      part({ index: 0, id: 'a', ...fn('file_write', '{"path":"/workspace/a","content":"1"}') }),
      part({ index: 0, id: 'b', ...fn('file_write', '{"path":"/workspace/b","content":"2"}') }),
      delta({}, 'tool_calls'),
    )
    expect(calls.map(({ id, arguments: given }) => [id, JSON.parse(given).path])).toEqual([
      ['a', '/workspace/a'],
      ['b', '/workspace/b'],
    ])
  })

  test('FX03: an index that starts at 1, a blank id and finish "stop" are one call', () => {
    const answer = reply(
      part({ index: 1, id: 'a', ...fn('file_read', '{"pa') }),
      part({ index: 1, id: '', ...fn(null, 'th":"x"}') }),
      stop,
    )
    expect(answer.finish).toBe('tool_calls')
    expect(answer.calls).toEqual([{ id: 'a', name: 'file_read', arguments: '{"path":"x"}' }])
  })

  test('without an index the fragments go to the last call, or to the one whose id they name', () => {
    expect(
      reply(
        part({ id: 'a', ...fn('file_read', '{"path"') }),
        part({ ...fn(undefined, ':"1"}') }),
        part({ id: 'b', ...fn('file_read', '{"path":') }),
        part({ id: 'b', ...fn(undefined, '"2"}') }),
        stop,
      ).calls.map((call) => call.arguments),
    ).toEqual(['{"path":"1"}', '{"path":"2"}'])
  })

  test('without index and id a name after finished arguments is the next call', () => {
    const { calls } = reply(
      part(fn('file_read', '{"path":"1"}')),
      part(fn('file_read', '{"path":"2"}')),
      part(fn('get_weather', '')),
      stop,
    )
    expect(calls.map(({ name, arguments: given }) => name + given)).toEqual([
      'file_read{"path":"1"}',
      'file_read{"path":"2"}',
      'get_weather{}',
    ])
  })

  test('a list without indexes is taken by position', () => {
    const { calls } = reply(
      delta({ tool_calls: [fn('file_read', '{"path":'), fn('get_weather', '{"city":')] }),
      delta({ tool_calls: [fn(undefined, '"1"}'), fn(undefined, '"Oslo"}')] }),
      stop,
    )
    expect(calls.map((call) => call.arguments)).toEqual(['{"path":"1"}', '{"city":"Oslo"}'])
  })

  test('interleaved calls keep their own arguments', () => {
    const { calls } = reply(
      part({ index: 0, id: 'a', ...fn('file_read', '{"path":') }),
      part({ index: 1, id: 'b', ...fn('file_read', '{"path":') }),
      part({ index: 0, ...fn(undefined, '"1"}') }),
      part({ index: 1, ...fn(undefined, '"2"}') }),
      stop,
    )
    expect(calls.map((call) => call.arguments)).toEqual(['{"path":"1"}', '{"path":"2"}'])
  })

  test('a server that makes a new id for every fragment still makes one call', () => {
    const { calls } = reply(
      part({ index: 0, id: 'x1', ...fn('file_read', '{"pa') }),
      part({ index: 0, id: 'x2', ...fn('file_read', 'th":"1"}') }),
      stop,
    )
    expect(calls).toMatchObject([{ id: 'x1', arguments: '{"path":"1"}' }])
  })

  test('a name in pieces is put together', () => {
    expect(
      reply(part({ index: 0, id: 'a', ...fn('get_', '') }), part({ index: 0, ...fn('weather', '{}') }), stop)
        .calls[0]!.name,
    ).toBe('get_weather')
  })

  test('the older function_call and calls of a whole message are read too', () => {
    expect(
      reply(delta({ function_call: { name: 'file_read', arguments: '{"path":"1"}' } }, 'function_call'))
        .calls,
    ).toHaveLength(1)
    const message = { content: null, tool_calls: [{ id: 'a', type: 'function', ...fn('file_read', '{}') }] }
    expect(reply({ choices: [{ message, finish_reason: 'tool_calls' }] }).calls).toHaveLength(1)
  })

  test('fields that only the server knows stay with their call', () => {
    const extra_content = { google: { thought_signature: 'c2ln' } }
    expect(
      reply(part({ index: 0, id: 'a', extra_content, ...fn('file_read', '{}') }), stop).calls[0]!.extra,
    ).toEqual({ extra_content })
  })
})

describe('ids', () => {
  test('missing, repeated and illegal ones are made anew, the same at every replay', () => {
    const make = () =>
      reply(
        part({ index: 0, ...fn('file_read', '{"path":"1"}') }),
        part({ index: 1, id: 'bad id!', ...fn('file_read', '{"path":"2"}') }),
        part({ index: 2, id: 'c', ...fn('file_read', '{"path":"3"}') }),
        stop,
      ).calls.map(({ id }) => id)
    expect(make()).toEqual(make())
    expect(make()[2]).toBe('c')
    for (const id of make().slice(0, 2)) expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
  })

  test('an id that the history has already is not given twice', () => {
    const call = { id: 'call_0', name: 'file_read', arguments: '{}' }
    const history: ReplyRequest = {
      ...request,
      messages: [{ role: 'assistant', content: '', calls: [call] }],
    }
    const chunks = assemble(part({ index: 0, id: 'call_0', ...fn('file_read', '{}') }), stop)
    const { calls } = toReply(chunks, { request: history, isTool, countedInput: 0 })
    expect(calls[0]!.id).not.toBe('call_0')
  })
})

describe('arguments', () => {
  const given = (value: unknown, finish = 'tool_calls') =>
    reply(part({ index: 0, id: 'a', ...fn('file_write', value) }), delta({}, finish)).calls[0]!

  test.each([
    ['an object', { b: 1, a: 2 }, '{"a":2,"b":1}'],
    ['nothing', '', '{}'],
    ['null', null, '{}'],
    ['a text in a text', '"{\\"path\\":\\"x\\"}"', '{"path":"x"}'],
    ['the whole twice', '{"a":1}{"a":1}', '{"a":1}'],
    ['an empty object before the real one', '{}{"a":1}', '{"a":1}'],
    ['a fence', '```json\n{"a":1}\n```', '{"a":1}'],
    ['a trailing comma', '{"a":1,}', '{"a":1}'],
    ['blanks and CJK, as written', '{ "路径": "报告" }', '{ "路径": "报告" }'],
  ])('%s', (_what, value, expected) => {
    expect(given(value)).toEqual({ id: 'a', name: 'file_write', arguments: expected })
  })

  test.each(['length', 'tool_calls', 'stop'])(
    'FX09: cut inside a string with finish "%s" is truncated and never mended',
    (finish) => {
      const call = given('{"path":"/workspace/report.md","content":"half of', finish)
      expect(call.truncated).toBe(true)
      expect(JSON.parse(call.arguments)).toEqual({
        _invalid: '{"path":"/workspace/report.md","content":"half of',
      })
    },
  )

  test('a cut before the first character of arguments is no empty call', () => {
    expect(reply(part({ index: 0, id: 'a', ...fn('file_write', '') }), delta({}, 'length'))).toMatchObject({
      finish: 'length',
      calls: [{ truncated: true }],
    })
  })

  test('a printed call that was cut is a truncated call, not an answer', () => {
    const content = '<tool_call>{"name": "file_write", "arguments": {"path": "a", "content": "half of'
    const answer = reply(delta({ content }, 'length'))
    expect(answer).toMatchObject({
      text: '',
      recovered: true,
      calls: [{ name: 'file_write', truncated: true }],
    })
  })

  test('what is no object is malformed, with the reason, and the history stays valid JSON', () => {
    const call = given('[1,2]')
    expect(call.malformed).toBe('not an object')
    expect(JSON.parse(call.arguments)).toEqual({ _invalid: '[1,2]' })
    expect(given('path = x').malformed).toMatch(/JSON/)
  })

  test('2 MB of arguments arrive whole', () => {
    const content = 'x'.repeat(2_000_000)
    const text = JSON.stringify({ path: 'a', content })
    const parts = text
      .match(/[\s\S]{1,50000}/g)!
      .map((piece, n) =>
        part({ index: 0, ...(n === 0 ? { id: 'a' } : {}), ...fn(n === 0 ? 'file_write' : undefined, piece) }),
      )
    expect(reply(...parts, stop).calls[0]!.arguments).toBe(text)
  })
})

describe('reasoning', () => {
  test.each(['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'])(
    '%s is kept whole under its name',
    (field) => {
      const answer = reply(
        delta({ [field]: '甲' }),
        delta({ [field]: '乙' }),
        delta({ [field]: '丙' }),
        delta({ content: 'ok' }),
        stop,
      )
      expect(answer).toMatchObject({ text: 'ok', reasoning: { field, text: '甲乙丙' } })
    },
  )

  test('one text under two names is read once', () => {
    expect(
      reply(delta({ reasoning: 'a', reasoning_content: 'a' }), delta({ content: 'b' }), stop).reasoning,
    ).toEqual({ field: 'reasoning_content', text: 'a' })
  })

  test('reasoning_details keep type, signature and index, their texts joined', () => {
    const detail = (fields: object) =>
      delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] })
    const { reasoning } = reply(
      detail({ text: 'a' }),
      detail({ text: 'b', signature: 's' }),
      delta({ content: 'c' }),
      stop,
    )
    expect(reasoning).toEqual({
      field: 'reasoning_details',
      text: 'ab',
      value: [{ type: 'reasoning.text', index: 0, text: 'ab', signature: 's' }],
    })
  })

  test('think tags at the beginning are reasoning, also when split over chunks', () => {
    const answer = reply(
      ...['<thi', 'nk>maybe', ' {"a":1}</th', 'ink>\n\nfine <think> is a tag'].map((content) =>
        delta({ content }),
      ),
      stop,
    )
    expect(answer).toMatchObject({
      text: 'fine <think> is a tag',
      reasoning: { field: 'think', text: 'maybe {"a":1}' },
    })
  })

  test('a closing tag alone ends reasoning whose opening stood in the template', () => {
    expect(reply(delta({ content: 'let me see</think>\nYes.' }), stop)).toMatchObject({
      text: 'Yes.',
      reasoning: { text: 'let me see' },
    })
    expect(reply(delta({ content: 'Write `</think>` to end it.' }), stop).reasoning).toBeUndefined()
  })

  test('a list as content is parted into thinking and text', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'yes' },
    ]
    expect(reply(delta({ content }), stop)).toMatchObject({ text: 'yes', reasoning: { text: 'hm' } })
  })
})

describe('ends', () => {
  test.each([
    ['stop', 'stop'],
    ['end', 'stop'],
    ['eos', 'stop'],
    ['length', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_calls', 'stop'],
  ])('finish "%s" with a text is %s', (reason, finish) => {
    expect(reply(delta({ content: 'x' }, reason)).finish).toBe(finish)
  })

  test.each(['content_filter', 'sensitive'])('finish "%s" is refused content', (reason) => {
    expect(() => reply(delta({ content: 'x' }, reason))).toThrow(
      expect.objectContaining({ class: 'content_filter' }),
    )
  })

  test('neither text nor call is empty, and so is reasoning alone', () => {
    expect(() => reply(delta({}, 'stop'))).toThrow(expect.objectContaining({ class: 'empty' }))
    expect(() => reply(delta({ reasoning: 'hm' }, 'tool_calls'))).toThrow(/only reasoning/)
  })

  test('usage after content is an end; usage beside content is none', () => {
    expect(assemble(delta({ content: 'x' }), usage(10, 1)).ended).toBe(true)
    expect(
      assemble({ ...delta({ content: 'x' }), usage: { prompt_tokens: 10, completion_tokens: 1 } }).ended,
    ).toBe(false)
    expect(assemble(delta({ content: 'x' })).ended).toBe(false)
  })

  test('chunks without choices, without delta or with nulls say nothing', () => {
    const { deltas, text, ended } = assemble(
      { choices: [], prompt_filter_results: [] },
      { id: 'x' },
      { choices: null },
      { choices: [{ index: 0, finish_reason: null }] },
      { choices: [{ index: 0, delta: null }] },
      delta({ content: null, tool_calls: null }),
      delta({ content: 'x' }, 'stop'),
    )
    expect({ deltas, text, ended }).toEqual({ deltas: [{ type: 'text', text: 'x' }], text: 'x', ended: true })
  })
})

describe('usage', () => {
  const of = (value: Record<string, unknown>, where: 'chunk' | 'choice' = 'chunk') =>
    reply(
      where === 'choice'
        ? { choices: [{ delta: { content: 'x' }, finish_reason: 'stop', usage: value }] }
        : delta({ content: 'x' }, 'stop'),
      ...(where === 'chunk' ? [{ choices: [], usage: value }] : []),
    ).usage

  test.each([
    [
      'OpenAI',
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 64 } },
      100,
      64,
    ],
    [
      'DeepSeek',
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 },
      100,
      60,
    ],
    ['Moonshot', { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 50 }, 100, 50],
    [
      'Anthropic',
      { input_tokens: 30, output_tokens: 5, cache_read_input_tokens: 60, cache_creation_input_tokens: 10 },
      100,
      60,
    ],
  ])('%s counts the cache its own way', (_name, value, inputTokens, cachedTokens) => {
    expect(of(value)).toEqual({ inputTokens, outputTokens: 5, cachedTokens })
  })

  test('Moonshot puts it into the choice; a server that reports none is estimated', () => {
    expect(of({ prompt_tokens: 7, completion_tokens: 1 }, 'choice')).toMatchObject({ inputTokens: 7 })
    expect(reply(delta({ content: 'a few words' }, 'stop')).usage).toMatchObject({
      inputTokens: 50,
      cachedTokens: 0,
      estimated: true,
    })
  })
})
