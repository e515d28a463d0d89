import { afterEach, describe, expect, test } from 'vitest'
import type { ModelTrouble, ReplyDelta, ReplyRequest, ToolSpec } from './chat-model.ts'
import { type ChatModelOptions, createChatModel } from './create-chat-model.ts'
import {
  calls,
  delta,
  json,
  manualClock,
  refusal,
  says,
  sse,
  usage,
  type WireAnswer,
  type WireServer,
  wireServer,
} from './testing/index.ts'

let server: WireServer
afterEach(() => server.close())

const fileWrite: ToolSpec = {
  name: 'file_write',
  description: 'Write a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } },
}
const request: ReplyRequest = {
  messages: [
    { role: 'system', content: 'role: executor · protocol 1' },
    { role: 'user', content: 'Write it.' },
  ],
  tools: [fileWrite],
  purpose: 'executor',
}

async function stage(answers: WireAnswer[], options: Partial<ChatModelOptions> = {}) {
  server = await wireServer(...answers)
  const clock = manualClock()
  const model = createChatModel({ baseUrl: server.url, model: 'm', clock, random: () => 0, ...options })
  const deltas: ReplyDelta[] = []
  const troubles: ModelTrouble[] = []
  const stop = new AbortController()
  const reply = (asked = request) =>
    model.reply(asked, {
      signal: stop.signal,
      onDelta: (d) => deltas.push(d),
      onTrouble: (t) => troubles.push(t),
    })
  return { model, clock, deltas, troubles, stop, reply }
}

/** Lets a reply go on through its waits until it ends. */
async function through<T>(clock: ReturnType<typeof manualClock>, reply: Promise<T>): Promise<T> {
  let ended = false
  const end = reply.finally(() => {
    ended = true
  })
  end.catch(() => {})
  while (!ended) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    const soonest = clock.pending[0]
    // Waits between tries are at most a minute; the clocks of a request in flight are longer or wait for its bytes.
    if (soonest !== undefined && soonest <= 8_000) await clock.advance(soonest)
  }
  return end
}

describe('a plain server', () => {
  test('is asked for little and its text comes as deltas, with usage', async () => {
    const { reply, deltas } = await stage([
      sse([
        delta({ role: 'assistant', content: 'He' }),
        delta({ content: 'llo' }),
        delta({}, 'stop'),
        usage(120, 3),
      ]),
    ])
    const answer = await reply()
    expect(answer).toMatchObject({ text: 'Hello', calls: [], finish: 'stop' })
    expect(answer.usage).toMatchObject({ inputTokens: 120, outputTokens: 3, cachedTokens: 0 })
    expect(deltas.map((d) => d.type === 'text' && d.text)).toEqual(['He', 'llo'])
    expect(Object.keys(server.requests[0]!.body).sort()).toEqual([
      'messages',
      'model',
      'stream',
      'stream_options',
      'tools',
    ])
    expect(server.requests[0]!.path).toBe('/v1/chat/completions')
    expect(server.requests[0]!.headers.authorization).toBeUndefined()
  })

  test('is sent the key, the extra headers and what the person set', async () => {
    const { reply } = await stage([says('ok')], {
      apiKey: ' k-123456 ',
      headers: { 'X-Team': 'blue' },
      temperature: 0.2,
      maxTokens: 5_000,
    })
    await reply()
    const { headers, body } = server.requests[0]!
    expect(headers).toMatchObject({ authorization: 'Bearer k-123456', 'x-team': 'blue' })
    expect(body).toMatchObject({ temperature: 0.2, max_tokens: 5_000 })
  })
})

describe('trouble', () => {
  test('a rate limit is waited for as long as the server asks, in sight', async () => {
    const limit = refusal(429, 'slow down', { 'retry-after': '7' })
    const { reply, clock, troubles } = await stage([limit, limit, says('ok')])
    const start = clock.now()
    expect((await through(clock, reply())).text).toBe('ok')
    expect(clock.now() - start).toBeGreaterThanOrEqual(14_000)
    expect(troubles).toMatchObject([
      { type: 'retry', class: 'rate_limit', attempt: 2, of: 8, retryAt: start + 7_000 },
      { type: 'retry', attempt: 3, of: 8 },
    ])
  })

  test.each([
    ['auth', refusal(401, 'Incorrect API key provided: sk-abcdefghijklmnopqrstuvwx')],
    ['not_found', refusal(404, 'The model `m` does not exist', {}, 'model_not_found')],
    ['quota', refusal(429, 'You exceeded your current quota', {}, 'insufficient_quota')],
    ['quota', refusal(402, 'Insufficient Balance')],
    [
      'overflow',
      refusal(400, "This model's maximum context length is 8192 tokens", {}, 'context_length_exceeded'),
    ],
    ['content_filter', refusal(400, 'filtered by content management policy', {}, 'content_filter')],
  ])('%s is not tried again, and says what to do without the key', async (kind, answer) => {
    const { reply } = await stage([answer])
    const error = await reply().catch((e: unknown) => e)
    expect(error).toMatchObject({ class: kind })
    expect(server.requests).toHaveLength(1)
    expect(JSON.stringify([String(error), error])).not.toContain('sk-abc')
  })

  test('a server that has no function calling is asked once more, by text', async () => {
    const { reply, troubles } = await stage([
      json({ error: 'registry.ollama.ai/library/m does not support tools' }, 400),
      says('I will.\n<tool_call>\n{"name": "file_write", "arguments": {"path": "a"}}\n</tool_call>'),
    ])
    const answer = await reply()
    expect(answer).toMatchObject({ text: 'I will.', finish: 'tool_calls', recovered: true })
    expect(answer.calls).toMatchObject([{ name: 'file_write', arguments: '{"path":"a"}' }])
    expect(troubles).toMatchObject([{ type: 'adjusted' }])
    expect(server.requests[1]!.body.tools).toBeUndefined()
    expect(server.requests[1]!.body.messages[0].content).toContain('"file_write"')
  })

  test('a reply that breaks off is void, and begins again', async () => {
    const cut = sse([delta({ content: 'half' })], { done: false })
    const { reply, clock, deltas } = await stage([cut, says('whole')])
    expect((await through(clock, reply())).text).toBe('whole')
    expect(deltas).toEqual([
      { type: 'text', text: 'half' },
      { type: 'restart' },
      { type: 'text', text: 'whole' },
    ])
  })

  test('calls of a reply that breaks off are never returned', async () => {
    const open = delta({
      tool_calls: [{ index: 0, id: 'a', function: { name: 'file_write', arguments: '{}' } }],
    })
    const { reply, clock } = await stage([sse([open], { done: false })])
    await expect(through(clock, reply())).rejects.toMatchObject({ class: 'cut' })
    expect(server.requests).toHaveLength(3)
  })

  test('silence before the first token is told from 20 s on, and ends the try', async () => {
    const { reply, clock, troubles } = await stage([() => {}, says('ok')], {
      limits: { firstTokenMs: 60_000 },
    })
    const pending = reply()
    const first = await server.arrived(0)
    await clock.advance(60_000)
    await first.closed
    expect((await through(clock, pending)).text).toBe('ok')
    expect(troubles.map((t) => (t.type === 'slow' ? t.seconds : t.type))).toEqual([20, 35, 50, 'retry'])
  })

  test('comments do not count as talk, reasoning does', async () => {
    let send = (_text: string) => {}
    const slow: WireAnswer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      send = (text) => response.write(text)
    }
    const { model, clock, stop } = await stage([slow, says('ok')])
    let heard = () => {}
    const nextDelta = () =>
      new Promise<void>((resolve) => {
        heard = resolve
      })
    const pending = model.reply(request, { signal: stop.signal, onDelta: () => heard() })
    await server.arrived(0)
    for (const seconds of [0, 50, 50]) {
      await clock.advance(seconds * 1_000)
      const delivered = nextDelta()
      send(`data: ${JSON.stringify(delta({ reasoning_content: 'hm' }))}\n\n`)
      await delivered
    }
    send(': keep-alive\n\n')
    await clock.advance(60_000)
    await server.requests[0]!.closed
    expect((await through(clock, pending)).text).toBe('ok')
  })

  test('stop closes the socket at once, while waiting for a token and while waiting for another try', async () => {
    const first = await stage([() => {}])
    const pending = first.reply()
    const arrived = await server.arrived(0)
    first.stop.abort(new Error('stopped'))
    await expect(pending).rejects.toThrow('stopped')
    await arrived.closed
    await server.close()

    const second = await stage([refusal(429, 'slow down', { 'retry-after': '30' })])
    const waiting = second.reply()
    waiting.catch(() => {})
    while (second.troubles.length === 0) await new Promise((resolve) => setImmediate(resolve))
    second.stop.abort(new Error('stopped too'))
    await expect(waiting).rejects.toThrow('stopped too')
  })
})

describe('small windows', () => {
  test('a server that cuts silently is found out, with its size and the cure', async () => {
    const { model } = await stage([sse([delta({ content: 'ok' }, 'stop'), usage(4_096, 5)])])
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(1_500)
    const asked = {
      ...request,
      messages: [...request.messages.slice(0, 1), { role: 'user' as const, content: long }],
    }
    const error = await model.reply(asked, { signal: new AbortController().signal }).catch((e: unknown) => e)
    expect(error).toMatchObject({ class: 'small_window' })
    expect(String(error)).toContain('4,096')
    expect((error as { hint: string }).hint).toContain('num_ctx')
  })
})

test('a server that only counts what was not in its cache is not taken for a small one', async () => {
  const { model } = await stage([sse([delta({ content: 'ok' }, 'stop'), usage(2_000, 5)])])
  server.pages['/v1/models'] = { data: [{ id: 'm', max_model_len: 65_536 }] }
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(1_500)
  const asked = {
    ...request,
    messages: [...request.messages.slice(0, 1), { role: 'user' as const, content: long }],
  }
  expect((await model.reply(asked, { signal: new AbortController().signal })).text).toBe('ok')
  expect(model.info.contextWindow).toBe(65_536)
})

test('a window that is too small to work in is found out by the first small request, until it is raised', async () => {
  const { model, reply } = await stage([says('ok')])
  server.pages['/api/ps'] = { models: [{ name: 'm', context_length: 4_096 }] }
  await expect(reply()).rejects.toMatchObject({ class: 'small_window', message: /4,096/ })
  server.pages['/api/ps'] = { models: [{ name: 'm', context_length: 16_384 }] }
  expect((await reply()).text).toBe('ok')
  expect(model.info.contextWindow).toBe(16_384)
})

test('calls come with the arguments byte for byte', async () => {
  const given = '{ "path": "/workspace/报告.md",  "content": "1" }'
  const { reply } = await stage([calls({ id: 'abc', name: 'file_write', arguments: given })])
  expect((await reply()).calls).toEqual([{ id: 'abc', name: 'file_write', arguments: given }])
})
