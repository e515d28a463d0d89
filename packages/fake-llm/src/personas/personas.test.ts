import { afterEach, expect, test } from 'vitest'
import { readScenario } from '../scenario/scenario.ts'
import { type FakeLlm, startFakeLlm } from '../start-fake-llm.ts'
import {
  ask,
  body,
  call,
  chunksOf,
  executorSystem,
  gather,
  post,
  result,
  tool,
  user,
} from '../testing/ask.ts'
import { personas } from './index.ts'

const scenario = readScenario({
  id: 'one',
  title: 'One',
  rules: [
    { when: { lastTool: { status: 'ok' } }, reply: { text: 'done' } },
    {
      reply: {
        reasoning: 'thinking',
        calls: [{ shell_exec: { command: 'ls' } }, { shell_exec: { command: 'pwd' } }],
      },
    },
  ],
})
let llm: FakeLlm
afterEach(() => llm?.close())
const start = async (persona: string, more = {}) => {
  llm = await startFakeLlm({ scenarios: [scenario], persona, ...more })
  return personas.find((one) => one.name === persona)!
}
const fresh = (persona: { models: readonly string[] }, more: object = {}) =>
  body([executorSystem, user('x')], { model: persona.models[0], stream_options: undefined, ...more })
const history = (persona: { models: readonly string[] }, assistant: object, more: object = {}) =>
  body(
    [
      executorSystem,
      user('x'),
      assistant as never,
      { ...result('aaaaaaaa1', 'status: ok'), name: 'shell_exec' },
    ],
    {
      model: persona.models[0],
      stream_options: undefined,
      ...more,
    },
  )
const refusal = async (request: object) => {
  const response = await post(llm, request)
  return { status: response.status, text: await response.text() }
}
const plainCall = call('aaaaaaaa1', 'shell_exec', { command: 'ls' })

test('fourteen providers are played, each under its own name', () => {
  expect(new Set(personas.map((one) => one.name)).size).toBe(14)
})

test.each(personas.map((one) => [one.name]))(
  '%s answers a plain request, the same each time',
  async (name) => {
    const persona = await start(name, { window: 100_000 })
    const first = await (await post(llm, fresh(persona))).text()
    const again = await (await post(llm, fresh(persona))).text()
    const said = (stream: string) => stream.replace(/"usage":\{.*?\}(?=[,}])/g, '')
    expect(said(again)).toBe(said(first))
    const found = gather(chunksOf(first))
    if (persona.shape.callsAsText) expect(found.text).toContain('<tool_call>')
    else expect(found.calls.map((one) => JSON.parse(String(one.arguments)).command)).toEqual(['ls', 'pwd'])
    const whole = await post(llm, fresh(persona, { stream: false }))
    if (name !== 'qwen-thinking') expect(await whole.json()).toMatchObject({ object: 'chat.completion' })
    else expect(whole.status).toBe(400)
  },
)

const forced: [string, unknown, RegExp][] = [
  ['deepseek-v4-thinking', 'required', /Thinking mode does not support this tool_choice/],
  [
    'kimi-thinking',
    { type: 'function', function: { name: 'shell_exec' } },
    /incompatible with thinking enabled/,
  ],
  ['qwen-thinking', 'required', /does not support being set to required or object in thinking mode/],
  ['glm', 'required', /only supports auto/],
  ['lmstudio', { type: 'function' }, /Invalid tool_choice type: 'object'/],
  ['vllm-noparser', 'auto', /requires --enable-auto-tool-choice/],
]
test.each(forced)('%s refuses tool_choice %j in its own words', async (name, choice, words) => {
  const persona = await start(name)
  expect(await refusal(fresh(persona, { tool_choice: choice }))).toEqual({
    status: 400,
    text: expect.stringMatching(words),
  })
})

test.each([['deepseek-v4-thinking'], ['kimi-thinking']])(
  '%s wants its reasoning back with calls',
  async (name) => {
    const persona = await start(name)
    expect((await refusal(history(persona, plainCall))).text).toContain('reasoning_content')
    expect((await refusal(history(persona, { ...plainCall, reasoning_content: 'thinking' }))).status).toBe(
      200,
    )
  },
)

const extra: [string, number, RegExp][] = [
  ['openai-strict', 400, /Unknown parameter: 'messages\[2\]\.reasoning_content'/],
  ['mistral-strict', 422, /Extra inputs are not permitted/],
]
test.each(extra)('%s refuses reasoning that it never sent', async (name, status, words) => {
  const persona = await start(name)
  const request = history(persona, { ...plainCall, reasoning_content: 'x' })
  for (const message of request.messages) if (message.role === 'tool') delete message.name
  expect(await refusal(request)).toEqual({ status, text: expect.stringMatching(words) })
})

const image = {
  role: 'user',
  content: [
    { type: 'text', text: 'x' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
  ],
}
test.each([
  ['deepseek-v4-thinking', /unknown variant `image_url`, expected `text`/],
  ['llamacpp', /image input is not supported/],
])('%s takes no pictures', async (name, words) => {
  const persona = await start(name)
  expect((await refusal({ ...fresh(persona), messages: [executorSystem, image] })).text).toMatch(words)
})

test.each([['openai-strict'], ['azure']])(
  '%s wants max_completion_tokens and no temperature',
  async (name) => {
    const persona = await start(name)
    expect((await refusal(fresh(persona, { max_tokens: 100 }))).text).toContain(
      "Use 'max_completion_tokens' instead",
    )
    expect((await refusal(fresh(persona, { temperature: 0.2 }))).text).toContain(
      'Only the default (1) value is supported',
    )
    expect((await refusal(fresh(persona, { thinking: true }))).text).toContain(
      'Unrecognized request argument supplied: thinking',
    )
  },
)

test('gemini signs the first call and wants the signature and the name back', async () => {
  const persona = await start('gemini-compat')
  const said = chunksOf(await (await post(llm, fresh(persona))).text()).flatMap(
    (chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [],
  )
  expect(said.map((one) => 'index' in one)).toEqual([false, false])
  expect(said[0]).toHaveProperty('extra_content.google.thought_signature')
  expect(said[1]).not.toHaveProperty('extra_content')
  const bare = await refusal(history(persona, plainCall))
  expect(JSON.parse(bare.text)).toEqual([
    {
      error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining('thought_signature') },
    },
  ])
  const signed = structuredClone(plainCall) as { tool_calls: Record<string, unknown>[] }
  signed.tool_calls[0]!.extra_content = said[0]!.extra_content
  expect((await refusal(history(persona, signed))).status).toBe(200)
  const nameless = history(persona, signed)
  for (const message of nameless.messages) delete message.name
  expect((await refusal(nameless)).text).toContain('Name cannot be empty')
})

test('mistral wants ids of nine letters and digits', async () => {
  const persona = await start('mistral-strict')
  const other = body(
    [executorSystem, user('x'), call('call_1', 'shell_exec', {}), result('call_1', 'status: ok')],
    { model: persona.models[0], stream_options: undefined },
  )
  expect((await refusal(other)).text).toContain('with a length of 9')
  expect((await ask(llm, fresh(persona))).calls[0]?.id).toMatch(/^[a-zA-Z0-9]{9}$/)
})

test('azure wants the deployment in the path and a version, and speaks of filters first', async () => {
  const persona = await start('azure')
  const at = (path: string) =>
    fetch(`http://127.0.0.1:${llm.port}${path}`, { method: 'POST', body: JSON.stringify(fresh(persona)) })
  expect((await at('/openai/deployments/gpt/chat/completions')).status).toBe(404)
  const good = await at('/openai/deployments/gpt/chat/completions?api-version=2025-04-01-preview')
  expect(chunksOf(await good.text())[0]).toMatchObject({ choices: [], prompt_filter_results: [{}] })
})

test('ollama cuts to 4,096 tokens, says nothing, and stops doing so when num_ctx was raised', async () => {
  const persona = await start('ollama-4k')
  const long = fresh(persona, {
    messages: [executorSystem, user(`<task>\n${'many words '.repeat(6_000)}\n</task>`)],
    stream_options: { include_usage: true },
  })
  const cut = await ask(llm, long)
  expect(cut.usage).toMatchObject({ prompt_tokens: 4_096 })
  llm.setWindow(16_384)
  expect((await ask(llm, long)).usage?.prompt_tokens).toBeGreaterThan(12_000)
  const show = await fetch(`http://127.0.0.1:${llm.port}/api/show`, { method: 'POST', body: '{}' })
  expect(await show.json()).toMatchObject({ parameters: expect.stringContaining('num_ctx 16384') })
})

test('where a server tells its window, it is told', async () => {
  const tell = async (name: string, path: string) => {
    await start(name, { window: 9_000 })
    const said = await (await fetch(`http://127.0.0.1:${llm.port}${path}`)).json()
    if (name !== 'vllm-noparser') await llm.close()
    return said
  }
  expect(await tell('llamacpp', '/props')).toMatchObject({ default_generation_settings: { n_ctx: 9_000 } })
  expect(await tell('lmstudio', '/api/v0/models')).toMatchObject({ data: [{ loaded_context_length: 9_000 }] })
  expect(await tell('vllm-noparser', '/v1/models')).toMatchObject({ data: [{ max_model_len: 9_000 }] })
})

test('usage stands where each provider puts it', async () => {
  const usageOf = async (name: string, more: object = {}) => {
    const persona = await start(name)
    const chunks = chunksOf(await (await post(llm, fresh(persona, more))).text())
    await llm.close()
    return { last: chunks.at(-1)!, all: gather(chunks).usage }
  }
  expect((await usageOf('openai-strict')).all).toBeUndefined()
  expect((await usageOf('openai-strict', { stream_options: { include_usage: true } })).last).toMatchObject({
    choices: [],
    usage: { prompt_tokens_details: {} },
  })
  expect((await usageOf('mistral-strict')).last).toHaveProperty('usage.prompt_tokens')
  expect((await usageOf('kimi-thinking')).last).toHaveProperty('choices.0.usage.cached_tokens')
  expect(
    (await usageOf('deepseek-v4-thinking', { stream_options: { include_usage: true } })).all,
  ).toHaveProperty('prompt_cache_miss_tokens')
  expect((await usageOf('openrouter', { stream_options: { include_usage: true } })).all).toHaveProperty(
    'cost',
  )
})

test('a wrong key is refused, and no key of a request reaches the journal', async () => {
  await start('openai-strict', { apiKey: 'sk-right' })
  expect(
    (await post(llm, fresh({ models: ['m'] }), '/chat/completions', { authorization: 'Bearer sk-wrong' }))
      .status,
  ).toBe(401)
  expect(
    (await post(llm, fresh({ models: ['m'] }), '/chat/completions', { authorization: 'Bearer sk-right' }))
      .status,
  ).toBe(200)
  const journal = await (await fetch(`http://127.0.0.1:${llm.port}/__journal`)).text()
  expect(journal).not.toContain('sk-right')
})

test('a script that calls what the request does not declare is answered 599', async () => {
  await start('openai-strict')
  const response = await post(llm, fresh({ models: ['m'] }, { tools: [tool('file_read')] }))
  expect(response.status).toBe(599)
  expect(await response.text()).toContain('calls shell_exec, which this request does not declare')
})

test('a script whose arguments the declared schema refuses is answered 599', async () => {
  await start('openai-strict')
  const strict = tool('shell_exec', { type: 'object', properties: { command: { type: 'number' } } })
  const response = await post(llm, fresh({ models: ['m'] }, { tools: [strict] }))
  expect(await response.text()).toContain('arguments that its schema refuses')
})

test('without declared tools a scripted call is text', async () => {
  await start('openai-strict')
  const found = await ask(llm, fresh({ models: ['m'] }, { tools: undefined }))
  expect(found.text).toContain('<tool_call>')
  expect(found.finish).toBe('stop')
})
