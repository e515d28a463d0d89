import { afterEach, describe, expect, test } from 'vitest'
import { memoryProfileStore } from '../profiles/profile-store.ts'
import {
  calls,
  delta,
  json,
  refusal,
  says,
  sse,
  usage,
  type WireAnswer,
  type WireServer,
  wireServer,
} from '../testing/index.ts'
import { testConnection } from './test-connection.ts'

let server: WireServer
afterEach(() => server.close())

const signal = new AbortController().signal
const blue = calls({ name: 'note', arguments: '{"word":"blue"}' })
const both = calls(
  { name: 'note', arguments: '{"word":"red"}' },
  { name: 'note', arguments: '{"word":"green"}' },
)
const streamed = sse([delta({ content: 'O' }), delta({ content: 'K' }, 'stop'), usage(20, 2)])

async function verdicts(answers: WireAnswer[], options = {}) {
  server = await wireServer(...answers)
  server.pages['/v1/models'] = { data: [{ id: 'm', max_model_len: 65_536 }] }
  const report = await testConnection({ baseUrl: server.url, model: 'm', ...options }, signal)
  return {
    report,
    of: Object.fromEntries(report.checks.map(({ name, verdict }) => [name, verdict])),
    text: (name: string) => report.checks.find((check) => check.name === name)?.text,
    chats: server.requests,
  }
}

test('a capable server is all yes, with five tiny requests', async () => {
  const { report, of, chats } = await verdicts([streamed, blue, says('done'), both, says('Red.')])
  expect(report.ok).toBe(true)
  expect(of).toEqual({
    reachable: 'yes',
    streaming: 'yes',
    latency: 'yes',
    tools: 'yes',
    tool_round_trip: 'yes',
    parallel_tools: 'yes',
    images: 'yes',
    context_window: 'yes',
  })
  expect(chats).toHaveLength(5)
  expect(chats[2]!.body.messages.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
  ])
  for (const { body } of chats) expect(JSON.stringify(body).length).toBeLessThan(2_000)
})

describe('what is missing is said in plain words', () => {
  test('a wrong key stops the test at its first request', async () => {
    const { report, of, text, chats } = await verdicts([refusal(401, 'Incorrect API key provided')])
    expect(report.ok).toBe(false)
    expect(of).toMatchObject({ reachable: 'no', tools: 'unknown', images: 'unknown' })
    expect(text('reachable')).toContain('API_KEY')
    expect(chats).toHaveLength(1)
  })

  test('calls as text are good enough', async () => {
    const printed = says('<tool_call>{"name":"note","arguments":{"word":"blue"}}</tool_call>')
    const { report, of } = await verdicts([streamed, printed, says('done'), printed, says('Red')])
    expect(of).toMatchObject({ tools: 'partly', tool_round_trip: 'yes', parallel_tools: 'no' })
    expect(report.ok).toBe(true)
  })

  test('no calls at all names what to change on this server', async () => {
    const { report, text } = await verdicts([streamed, says('blue')], { profile: { preset: 'vllm' } })
    expect(report.ok).toBe(false)
    expect(text('tools')).toContain('--enable-auto-tool-choice')
  })

  test('a model without eyes is remembered as such', async () => {
    const store = memoryProfileStore()
    const noEyes = refusal(400, 'unknown variant `image_url`, expected `text`')
    const { of, text, report } = await verdicts([streamed, blue, says('done'), both, noEyes, says('?')], {
      store,
    })
    expect(of.images).toBe('no')
    expect(text('images')).toContain('VISION_MODEL')
    expect(store.load(`${report.baseUrl}#m`)).toMatchObject({ images: false, contextWindow: 65_536 })
  })

  test('a server that fails is not asked again and again', async () => {
    const { chats, of } = await verdicts([json({ error: 'boom' }, 500)])
    expect(of.reachable).toBe('no')
    expect(chats).toHaveLength(1)
  })
})

test('the mended base URL is told', async () => {
  server = await wireServer(streamed, blue, says('done'), both, says('Red'))
  const report = await testConnection({ baseUrl: `${server.url}/chat/completions`, model: 'm' }, signal)
  expect(report.baseUrl).toBe(server.url)
  expect(report.checks[0]!.text).toContain('left out the endpoint')
})
