import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatMessage, ModelTrouble, ReplyDelta, ReplyRequest } from './chat-model.ts'
import { type ChatModelOptions, createChatModel } from './create-chat-model.ts'
import { memoryProfileStore } from './profiles/profile-store.ts'
import {
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

// What real servers do to a stream, each over a real socket, and what becomes of the reply.

let server: WireServer
afterEach(() => server.close())

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }
const request: ReplyRequest = {
  messages: [
    { role: 'system', content: 'role: executor · protocol 1' },
    { role: 'user', content: 'go' },
  ],
  tools: [look],
  purpose: 'executor',
}

async function stage(answers: WireAnswer[], options: Partial<ChatModelOptions> = {}) {
  server = await wireServer(...answers)
  const clock = manualClock()
  const deltas: ReplyDelta[] = []
  const troubles: ModelTrouble[] = []
  const model = createChatModel({ baseUrl: server.url, model: 'm', clock, random: () => 0, ...options })
  const reply = async (asked = request) => {
    let ended = false
    const pending = model
      .reply(asked, {
        signal: new AbortController().signal,
        onDelta: (d) => deltas.push(d),
        onTrouble: (t) => troubles.push(t),
      })
      .finally(() => {
        ended = true
      })
    pending.catch(() => {})
    // Waits between tries pass at once; the clocks of a request in flight are left alone.
    while (!ended) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      const soonest = clock.pending[0]
      if (soonest !== undefined && soonest < 5_000) await clock.advance(soonest)
    }
    return pending
  }
  return { model, reply, deltas, troubles, clock }
}

const raw =
  (contentType: string, body: string | Buffer, status = 200): WireAnswer =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType })
    response.end(body)
  }
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const reset: WireAnswer = (response) => {
  response.socket?.resetAndDestroy()
}

describe('odd but complete', () => {
  test('FX05: a noisy stream is exact', async () => {
    const text = Buffer.from(event(delta({ content: '报告' })))
    const cut = text.indexOf('告') + 1
    const noisy: WireAnswer = async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(': keep-alive\r\n\r\ndata:{"choices":[]}\r\n\r\ndata: {"id":"x"}\r\n\r\n')
      response.write('data: {"choices":[{"index":0,"finish_reason":null}]}\r\n\r\n')
      response.write(text.subarray(0, cut))
      await new Promise((resolve) => setImmediate(resolve))
      response.write(text.subarray(cut))
      response.end(event(usage(40, 2)))
    }
    const { reply, deltas } = await stage([noisy])
    expect(await reply()).toMatchObject({
      text: '报告',
      finish: 'stop',
      usage: { inputTokens: 40, outputTokens: 2 },
    })
    expect(deltas).toEqual([{ type: 'text', text: '报告' }])
  })

  const completion = {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  }
  test.each([
    ['one JSON document instead of a stream', raw('application/json', JSON.stringify(completion))],
    ['pretty JSON called an event stream', raw('text/event-stream', JSON.stringify(completion, null, 2))],
    [
      'a stream called plain text',
      raw('text/plain', `${event(delta({ content: 'whole' }, 'stop'))}data: [DONE]\n\n`),
    ],
    ['a stream called JSON', raw('application/json', event(delta({ content: 'whole' }, 'stop')))],
    [
      'JSON lines',
      raw(
        'application/x-ndjson',
        `${JSON.stringify(delta({ content: 'who' }))}\n${JSON.stringify(delta({ content: 'le' }, 'stop'))}\n`,
      ),
    ],
    [
      'the native shape of Ollama',
      raw(
        'application/json',
        JSON.stringify({ message: { role: 'assistant', content: 'whole' }, done: true }),
      ),
    ],
    [
      '[DONE] without a finish_reason',
      raw('text/event-stream', `${event(delta({ content: 'whole' }))}data: [DONE]\n\n`),
    ],
    ['no content type', raw('', event(delta({ content: 'whole' }, 'stop')))],
  ])('%s', async (_what, answer) => {
    const { reply } = await stage([answer])
    expect((await reply()).text).toBe('whole')
    expect(server.requests).toHaveLength(1)
  })

  test('a server that says how it finished and keeps the connection open is left after five seconds', async () => {
    const { reply, clock } = await stage([
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(event(delta({ content: 'done' }, 'stop')))
      },
    ])
    const start = clock.now()
    const pending = reply()
    await server.arrived(0)
    while (clock.pending[0] !== 5_000) await new Promise((resolve) => setTimeout(resolve, 2))
    await clock.advance(5_000)
    expect((await pending).text).toBe('done')
    expect(clock.now() - start).toBe(5_000)
    await server.requests[0]!.closed
  })
})

describe('broken, and fine at the next try', () => {
  const half = event(delta({ content: 'half' }))
  const call = event(
    delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{"x":' } }] }),
  )
  test.each([
    ['cut', 'a clean close in the middle', raw('text/event-stream', half)],
    ['cut', 'a clean close within a call', raw('text/event-stream', half + call)],
    ['cut', 'a cut within a line', raw('text/event-stream', `${half}data: {"choices":[{"del`)],
    [
      'cut',
      'a cut within a character',
      raw('text/event-stream', Buffer.from(event(delta({ content: '报' }))).subarray(0, -20)),
    ],
    [
      'cut',
      'a reset in the middle',
      ((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(half, () => response.socket?.resetAndDestroy())
      }) as WireAnswer,
    ],
    ['network', 'a reset before the answer', reset],
    ['server', 'a 500', json({ error: { message: 'internal' } }, 500)],
    [
      'server',
      'a web page with 502',
      raw('text/html', '<html><head><title>502 Bad Gateway</title></head></html>', 502),
    ],
    [
      'server',
      'an error of OpenAI in the stream',
      sse([
        delta({ content: 'half' }),
        { error: { message: 'The server had an error', type: 'server_error' } },
      ]),
    ],
    [
      'server',
      'an error of vLLM in the stream',
      sse([delta({ content: 'half' }), { object: 'error', message: 'EngineDeadError', code: 500 }]),
    ],
    [
      'server',
      'an error of OpenRouter in the stream',
      sse([
        delta({ content: 'half' }),
        {
          error: { code: 502, message: 'Provider returned error' },
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        },
      ]),
    ],
    [
      'server',
      'an error event',
      sse([delta({ content: 'half' }), 'event: error\ndata: {"message":"boom"}\n\n']),
    ],
    [
      'rate_limit',
      'a rate limit in the stream',
      sse([{ error: { code: 429, message: 'Rate limit exceeded' } }]),
    ],
    [
      'rate_limit',
      'an error with status 200',
      json({ error: { message: 'Too many requests', code: '429' } }),
    ],
    ['empty', 'no choices at all', sse([{ choices: [] }])],
    ['empty', 'an empty body', raw('text/event-stream', '')],
    ['empty', 'an answer of nothing', sse([delta({ content: '' }, 'stop')])],
  ])('%s: %s', async (kind, _what, answer) => {
    const { reply, troubles } = await stage([answer, says('whole')])
    expect((await reply()).text).toBe('whole')
    expect(troubles).toMatchObject([{ type: 'retry', class: kind, attempt: 2 }])
    expect(server.requests).toHaveLength(2)
  })

  test('no choices: the second try is without a stream, and the error names the server', async () => {
    const { reply } = await stage([json({ choices: [] })])
    await expect(reply()).rejects.toThrow(`The server at ${server.url} returned no choices`)
    expect(server.requests.map(({ body }) => body.stream)).toEqual([true, undefined])
  })

  test('an empty answer: the second try says so', async () => {
    const { reply } = await stage([sse([delta({}, 'stop')]), says('here')])
    await reply()
    expect(server.requests[1]!.body.messages.at(-1).content).toContain('Your last reply was empty')
  })
})

test('a web page instead of a model server is told as such, with the setting', async () => {
  const { reply } = await stage([raw('text/html', '<!doctype html><title>Login</title>', 200)])
  const error = await reply().catch((e: unknown) => e)
  expect(String(error)).toContain('web page')
  expect(error).toMatchObject({ hint: expect.stringContaining('base URL') })
})

test('nothing that listens names the container trap', async () => {
  const { reply } = await stage([says('x')])
  await server.close()
  const error = await reply().catch((e: unknown) => e)
  expect(error).toMatchObject({ class: 'network', hint: expect.stringContaining('host.docker.internal') })
  server = await wireServer()
})

describe('lessons', () => {
  const withCall: ChatMessage[] = [
    ...request.messages,
    {
      role: 'assistant',
      content: '',
      calls: [{ id: 'a', name: 'look', arguments: '{}' }],
      reasoning: { field: 'reasoning_content', text: '甲乙丙' },
    },
    { role: 'tool', callId: 'a', name: 'look', content: 'status: ok' },
  ]
  const after = { ...request, messages: withCall }

  test('FX07 A: reasoning goes back with calls', async () => {
    const { reply } = await stage([says('ok')])
    await reply(after)
    expect(server.requests[0]!.body.messages[2].reasoning_content).toBe('甲乙丙')
  })

  test('FX07 B: a server that refuses it is asked once more without, and remembered', async () => {
    const store = memoryProfileStore()
    const { reply, model } = await stage(
      [
        json(
          {
            detail: [
              { loc: ['body', 'messages', 2, 'reasoning_content'], msg: 'Extra inputs are not permitted' },
            ],
          },
          422,
        ),
        says('ok'),
      ],
      { store },
    )
    await reply(after)
    await reply(after)
    expect(server.requests.map(({ body }) => 'reasoning_content' in body.messages[2])).toEqual([
      true,
      false,
      false,
    ])
    const next = createChatModel({ baseUrl: server.url, model: 'm', store })
    expect(next.profile.reasoning).toEqual(model.profile.reasoning)
  })

  test('a server that wants reasoning with every assistant message gets it, empty where there was none', async () => {
    const need = refusal(400, 'The `reasoning_content` in the thinking mode must be passed back to the API.')
    const { reply } = await stage([need, says('ok')], { profile: undefined })
    const plain: ChatMessage[] = [
      ...request.messages,
      { role: 'assistant', content: 'hi', calls: [] },
      { role: 'user', content: 'go on' },
    ]
    await reply({ ...request, messages: plain })
    expect(server.requests[1]!.body.messages[2].reasoning_content).toBe('')
  })

  const image = {
    type: 'image' as const,
    mime: 'image/png',
    data: 'aGk=',
    width: 100,
    height: 50,
    path: '/workspace/shot.png',
  }
  const withImages = (count: number): ReplyRequest => ({
    ...request,
    messages: [
      request.messages[0]!,
      {
        role: 'user',
        content: [{ type: 'text', text: 'look' }, ...Array.from({ length: count }, () => image)],
      },
    ],
  })

  test('FX11: pictures are left out after one refusal, with a note and for good', async () => {
    const { reply, model } = await stage([
      refusal(400, 'unknown variant `image_url`, expected `text`'),
      says('ok'),
    ])
    await reply(withImages(1))
    await reply(withImages(2))
    expect(server.requests).toHaveLength(3)
    expect(model.info).toMatchObject({ images: false, maxImages: 0 })
    for (const { body } of server.requests.slice(1)) expect(JSON.stringify(body)).not.toContain('image_url')
    expect(server.requests[1]!.body.messages[1].content).toContain('/workspace/shot.png')
  })

  test('FX11: a limit of one picture keeps the newest', async () => {
    const { reply, model } = await stage([
      refusal(400, 'At most 1 image(s) may be provided in one request.'),
      says('ok'),
    ])
    await reply(withImages(3))
    expect(model.info.maxImages).toBe(1)
    const { content } = server.requests[1]!.body.messages[1]
    expect(content.map(({ type }: { type: string }) => type)).toEqual(['text', 'text', 'text', 'image_url'])
  })

  test.each([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { maxTokens: 5_000 },
      ['max_tokens'],
      ['max_completion_tokens'],
    ],
    [
      "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
      { temperature: 0.3 },
      ['temperature'],
      [],
    ],
    ['Unrecognized request argument supplied: stream_options', {}, ['stream_options'], []],
    [
      'Unrecognized request argument supplied: prompt_cache_key',
      { profile: { preset: 'openai' } },
      ['prompt_cache_key'],
      [],
    ],
  ])('%s', async (message, options, gone, there) => {
    const { reply, troubles } = await stage([refusal(400, message), says('ok')], options)
    await reply({ ...request, sessionId: 's' })
    expect(troubles).toMatchObject([
      { type: 'adjusted', text: expect.stringMatching(/^Adjusted to this server/) },
    ])
    const [first, second] = server.requests.map(({ body }) => body)
    for (const field of gone) expect([field in first, field in second]).toEqual([true, false])
    for (const field of there) expect(field in second).toBe(true)
  })

  test('a refusal that names nothing we can change is final', async () => {
    const { reply } = await stage([refusal(400, 'messages[3]: something is odd')])
    await expect(reply()).rejects.toMatchObject({ class: 'invalid_request' })
    expect(server.requests).toHaveLength(1)
  })

  test('a lesson that does not help is not kept', async () => {
    const store = memoryProfileStore()
    const { reply, model } = await stage(
      [refusal(400, 'Unrecognized request argument supplied: stream_options')],
      { store },
    )
    await expect(reply()).rejects.toMatchObject({ class: 'unsupported' })
    expect(server.requests).toHaveLength(2)
    expect(model.profile.streamUsage).toBe(true)
  })

  test('a path that is not there gets its /v1, once', async () => {
    const { reply } = await stage([raw('text/plain', 'Not Found', 404), says('ok')])
    const model = createChatModel({
      baseUrl: server.url.replace('/v1', '/llm'),
      model: 'm',
      clock: manualClock(),
    })
    await model.reply(request, { signal: new AbortController().signal })
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/llm/chat/completions',
      '/llm/v1/chat/completions',
    ])
    expect(reply).toBeDefined()
  })
})
