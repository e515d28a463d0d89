import { afterEach, describe, expect, test } from 'vitest'
import type { Reply, ReplyRequest } from '../chat-model.ts'
import { createChatModel } from '../create-chat-model.ts'
import { calls, refusal, says, type WireServer, wireServer } from '../testing/index.ts'
import { readTrace } from './read-trace.ts'
import { createReplayModel, type Drift } from './replay-model.ts'
import { TraceWriter } from './trace-writer.ts'

let server: WireServer | undefined
afterEach(() => server?.close())

const signal = new AbortController().signal
const picture = { type: 'image' as const, mime: 'image/png', data: 'aGVsbG8=' }
const ask = (...texts: string[]): ReplyRequest => ({
  messages: [
    { role: 'system', content: 'role: executor · protocol 1' },
    { role: 'user', content: [{ type: 'text', text: texts.join('\n') }, picture] },
  ],
  tools: [{ name: 'look', description: 'Looks.', parameters: {} }],
  purpose: 'executor',
})

async function record(requests: ReplyRequest[], images = false) {
  let text = ''
  const writer = new TraceWriter({
    write: (line) => {
      text += line
    },
    header: { app: 'deskhand test', startedAt: 1 },
    secrets: ['hunter2-secret'],
    images,
  })
  const { url } = server!
  const model = createChatModel({
    baseUrl: url,
    model: 'm',
    apiKey: 'hunter2-secret',
    random: () => 0,
    onWire: (wire) => writer.exchange(wire),
  })
  const replies: Reply[] = []
  for (const request of requests) replies.push(await model.reply(request, { signal }))
  return { text, replies }
}

test('a recorded run answers again, word for word, and says nothing of secrets and pictures', async () => {
  server = await wireServer(
    calls({ name: 'look', arguments: '{ "password": 1 }' }),
    says('the key is hunter2-secret'),
  )
  const requests = [ask('first'), ask('my key: hunter2-secret')]
  const { text, replies } = await record(requests)
  expect(text).not.toMatch(/hunter2-secret|aGVsbG8=/)
  const trace = readTrace(text)
  expect(trace.header).toMatchObject({ v: 'trace/1', app: 'deskhand test' })
  expect(trace.lines.map(({ t }) => t).filter((t) => t !== 'chunk')).toEqual([
    'header',
    'req',
    'res',
    'req',
    'res',
  ])

  const drifts: Drift[] = []
  const replay = createReplayModel(trace, { onDrift: (drift) => drifts.push(drift) })
  expect(await replay.reply(requests[0]!, { signal })).toEqual(replies[0])
  // The secret of the second request is not in the file, so that it is found by its place.
  expect((await replay.reply(requests[1]!, { signal })).text).toBe('the key is [removed]')
  expect(drifts).toHaveLength(1)
  await expect(replay.reply(ask('third'), { signal })).rejects.toThrow('no reply for turn 3 of the executor')
})

test('a changed prompt is answered by its place, and told as drift', async () => {
  server = await wireServer(says('one'), says('two'))
  const { text } = await record([ask('first'), ask('second')])
  const drifts: Drift[] = []
  const replay = createReplayModel(readTrace(text), { onDrift: (drift) => drifts.push(drift) })
  expect((await replay.reply(ask('first, reworded'), { signal })).text).toBe('one')
  expect((await replay.reply(ask('second'), { signal })).text).toBe('two')
  expect(drifts).toMatchObject([{ thread: 'executor', turn: 0 }])
})

test('a refused try is recorded with its class and takes no turn', async () => {
  server = await wireServer(refusal(400, 'Unrecognized request argument: stream_options'), says('one'))
  const { text } = await record([ask('first')])
  const [first, second] = readTrace(text).exchanges
  expect(first!.result?.error?.class).toBe('unsupported')
  expect([first!.request.turn, second!.request.turn]).toEqual([0, 0])
  expect(second!.result?.reply?.text).toBe('one')
})

test('pictures are kept once where that was asked for', async () => {
  server = await wireServer(says('one'))
  const { text } = await record([ask('a'), ask('b')], true)
  const blobs = readTrace(text).lines.filter(({ t }) => t === 'blob')
  expect(blobs).toMatchObject([{ mime: 'image/png', data: 'aGVsbG8=' }])
})

describe('reading', () => {
  const header = '{"t":"header","v":"trace/1","app":"x","startedAt":1}\n'
  test('a last line that a crash cut is left out, another bad one is named', () => {
    expect(readTrace(`${header}{"t":"req","n`).exchanges).toEqual([])
    expect(() => readTrace(`${header}nonsense\n{"t":"ev"}\n`)).toThrow('Line 2')
    expect(() => readTrace('{"t":"ev"}\n')).toThrow('no trace/1')
  })
})
