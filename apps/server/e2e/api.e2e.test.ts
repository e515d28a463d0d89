import { afterAll, beforeAll, expect, test } from 'vitest'
import { Api, runEnded } from './api.ts'
import { Product } from './product.ts'
import { startStubModel } from './stub-model.ts'

let product: Product
let model: Awaited<ReturnType<typeof startStubModel>>
let api: Api

beforeAll(async () => {
  model = await startStubModel((role, results) => {
    if (role === 'planner') {
      return results === 0
        ? {
            call: {
              name: 'submit_plan',
              args: {
                decision: 'plan',
                title: 'Squares',
                steps: [{ title: 'Compute squares', goal: 'Write squares.txt with the squares of 1 to 5' }],
              },
            },
          }
        : { call: { name: 'submit_plan', args: { decision: 'continue' } } }
    }
    if (role === 'reporter') return { text: 'The squares are in squares.txt.' }
    if (results === 0)
      return {
        call: {
          name: 'shell_exec',
          args: { command: 'for i in 1 2 3 4 5; do echo $((i*i)); done | tee squares.txt' },
        },
      }
    return {
      call: {
        name: 'step_done',
        args: { status: 'done', summary: 'Wrote squares.txt', artifacts: ['squares.txt'] },
      },
    }
  })
  product = await Product.start({
    API_BASE: model.url,
    API_KEY: 'sk-e2e-secret',
    MODEL_NAME: 'stub',
    DEMO: 'off',
  })
  api = new Api(product)
  await api.setUp()
})
afterAll(async () => {
  await product?.end()
  await model?.close()
})

test('a task posted over HTTP alone runs on any OpenAI-compatible server, and its artifact can be read', async () => {
  const session = await api.newSession()
  await api.say(session, 'Write the squares of 1 to 5 into squares.txt')
  const events = await api.follow(session, runEnded)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(
    events.find((event) => event.type === 'run.end'),
    JSON.stringify(events),
  ).toMatchObject({ outcome: 'ok' })
  const artifact = events.find((event) => event.type === 'artifact')
  expect(artifact).toMatchObject({ path: '/workspace/squares.txt', size: 12 })
  const file = await api.fetch(`/api/sessions/${session}/files/content?path=squares.txt`)
  expect(await file.text()).toBe('1\n4\n9\n16\n25\n')
  const blob = await api.fetch(
    `/api/sessions/${session}/blobs/${artifact?.type === 'artifact' ? artifact.blob : ''}`,
  )
  expect(await blob.text()).toBe('1\n4\n9\n16\n25\n')
  expect(JSON.stringify(events)).not.toContain('sk-e2e-secret')
  expect(product.output).not.toContain('sk-e2e-secret')
})
