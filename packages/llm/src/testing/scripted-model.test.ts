import { expect, test } from 'vitest'
import type { ReplyDelta, ReplyRequest } from '../chat-model.ts'
import { manualClock } from './manual-clock.ts'
import { scriptedModel } from './scripted-model.ts'

const request: ReplyRequest = {
  messages: [
    { role: 'system', content: 's' },
    { role: 'user', content: 'u' },
  ],
  tools: [{ name: 'look', description: '', parameters: {} }],
  purpose: 'executor',
}
const signal = new AbortController().signal

test('the list is answered in order, with deltas, and one request too many is an error', async () => {
  const model = scriptedModel([
    { calls: [{ name: 'look', arguments: { a: 1 } }] },
    ({ purpose }) => ({ text: purpose }),
  ])
  const deltas: ReplyDelta[] = []
  const first = await model.reply(request, { signal, onDelta: (delta) => deltas.push(delta) })
  expect(first).toMatchObject({ finish: 'tool_calls', calls: [{ name: 'look', arguments: '{"a":1}' }] })
  expect(deltas).toEqual([{ type: 'call', index: 0, name: 'look', arguments: '{"a":1}' }])
  expect((await model.reply(request, { signal })).text).toBe('executor')
  await expect(model.reply(request, { signal })).rejects.toThrow('request 3 has none')
})

test('a request that a strict server would refuse is an error', async () => {
  const broken = {
    ...request,
    messages: [...request.messages, { role: 'tool' as const, callId: 'x', name: 'look', content: 'ok' }],
  }
  await expect(scriptedModel([{ text: 'x' }]).reply(broken, { signal })).rejects.toThrow(
    'answers x, which is not open',
  )
  const lenient = scriptedModel([{ text: 'x' }], { lenient: true })
  await lenient.reply(broken, { signal })
  expect(lenient.violations).toMatchObject([{ request: 0, violation: { rule: 'V2' } }])
})

test('a reply that waits ends with the signal', async () => {
  const stop = new AbortController()
  const waiting = scriptedModel([{ text: 'x', until: new Promise(() => {}) }]).reply(request, {
    signal: stop.signal,
  })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})

test('a moved clock wakes sleepers in the order of their time', async () => {
  const clock = manualClock(0)
  const woken: string[] = []
  const sleep = (ms: number) => clock.sleep(ms).then(() => woken.push(`${ms} at ${clock.now()}`))
  sleep(300).then(() => sleep(100))
  sleep(200)
  await clock.advance(400)
  expect(woken).toEqual(['200 at 200', '300 at 300', '100 at 400'])
  expect(clock.now()).toBe(400)
})
