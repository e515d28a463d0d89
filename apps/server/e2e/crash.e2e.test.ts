import type { StoredEvent } from '@deskhand/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Api, runEnded } from './api.ts'
import { Product } from './product.ts'
import { startStubModel } from './stub-model.ts'

let product: Product
let model: Awaited<ReturnType<typeof startStubModel>>
let api: Api

beforeAll(async () => {
  model = await startStubModel((role, results) => {
    if (role === 'planner')
      return results === 0
        ? {
            call: {
              name: 'submit_plan',
              args: {
                decision: 'plan',
                title: 'Count',
                steps: [{ title: 'Count', goal: 'Append three lines to count.txt' }],
              },
            },
          }
        : { call: { name: 'submit_plan', args: { decision: 'continue' } } }
    if (role === 'reporter') return { text: 'Three lines are in count.txt.' }
    if (results < 3)
      return {
        call: {
          name: 'shell_exec',
          args: { command: `echo line${results} >> count.txt; sleep 2; cat count.txt` },
        },
      }
    return {
      call: { name: 'step_done', args: { status: 'done', summary: 'Counted', artifacts: ['count.txt'] } },
    }
  })
  product = await Product.start({ API_BASE: model.url, API_KEY: 'none', MODEL_NAME: 'stub', DEMO: 'off' })
  api = new Api(product)
  await api.setUp()
})
afterAll(async () => {
  await product?.end()
  await model?.close()
})

test('a server killed in the middle of a command goes on after its start, and nothing is done twice', async () => {
  const session = await api.newSession()
  await api.say(session, 'Count to three')
  let starts = 0
  const before = await api.follow(session, (event) => event.type === 'tool.start' && ++starts === 2)
  await product.kill()
  await product.boot()
  const after = await api.follow(session, runEnded, before.at(-1)?.seq)
  const all = await api.stored(session)
  expect(all.map((event) => event.seq)).toEqual(all.map((_, index) => index + 1))
  // What a watcher saw before the crash is the beginning of what is stored after it.
  expect(all.slice(0, before.length)).toEqual(before)
  expect(
    after.find((event) => event.type === 'run.end'),
    JSON.stringify(all.slice(-14)),
  ).toMatchObject({ outcome: 'ok' })
  const file = await api.fetch(`/api/sessions/${session}/files/content?path=count.txt`)
  expect(await file.text()).toBe('line0\nline1\nline2\n')
  expect(opened(all)).toEqual([])
})

/** what started and did not end exactly once */
function opened(events: StoredEvent[]): string[] {
  const ends = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'tool.start') ends.set(event.callId, 0)
    if (event.type === 'tool.end') ends.set(event.callId, (ends.get(event.callId) ?? 0) + 1)
    if (event.type === 'step.start') ends.set(event.stepId, 0)
    if (event.type === 'step.end') ends.set(event.stepId, (ends.get(event.stepId) ?? 0) + 1)
  }
  return [...ends].filter(([, count]) => count !== 1).map(([id]) => id)
}
