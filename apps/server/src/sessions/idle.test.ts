import { scriptedModel } from '@deskhand/llm/testing'
import { afterEach, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(() => server.close())

const call = (name: string, args: object) => ({
  calls: [{ name, arguments: args as Record<string, unknown> }],
})

test('a run that waits for an answer outlives the stop of its idle sandbox, and wakes it with the answer', async () => {
  const planner = scriptedModel([
    call('submit_plan', { decision: 'plan', steps: [{ title: 'Write', goal: 'Write it' }] }),
    call('submit_plan', { decision: 'continue' }),
  ])
  const executor = scriptedModel([
    call('file_write', { path: 'before.txt', content: 'kept' }),
    call('message_ask', { text: 'Which name?' }),
    call('file_read', { path: 'before.txt' }),
    call('step_done', { status: 'done', summary: 'Written.', artifacts: ['before.txt'] }),
    { text: 'It is written.' },
  ])
  server = await appDouble({ parts: { createAgent: undefined, models: { planner, executor } } })
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const log = () => server.app.events.entries(id)
  const rest = (status: string) =>
    new Promise<void>((resolve) => {
      server.app.events.onAppend((session, entry) => {
        if (session === id && entry.type === 'status' && entry.data.status === status) setImmediate(resolve)
      })
    })
  const waiting = rest('waiting')
  await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'Write it' })
  await waiting

  // What the idle clock does after its hour.
  await server.sandboxes.host.stop(id)
  expect(
    log()
      .filter(({ type }) => type === 'sandbox.update')
      .at(-1)?.data,
  ).toMatchObject({ state: 'stopped' })
  expect((await ann.get(`/api/sessions/${id}`)).json()).toMatchObject({ status: 'waiting' })

  const idle = rest('idle')
  const answer = await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'before' })
  expect(answer.statusCode).toBe(202)
  await idle
  expect(log().filter(({ type }) => type === 'sandbox.start')).toHaveLength(2)
  expect(log().find(({ type }) => type === 'run.end')?.data).toMatchObject({ outcome: 'ok' })
  const told = executor.requests[2]?.messages.map(({ content }) => JSON.stringify(content)).join('\n')
  expect(told).toContain('answer: before')
  expect(told).toContain('programs, shells and open pages are not')
})
