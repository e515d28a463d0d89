import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, delta, refusal, says, sse, usage, type WireAnswer } from '@deskhand/llm/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type GoldenServer, goldenServer, type ServerRun } from '../testing/golden-server.ts'
import { type Asked, wireScript } from '../testing/wire-script.ts'

// What model servers do wrong on the wire, seen from where a person is: through the whole server.
vi.setConfig({ testTimeout: 60_000 })

let golden: GoldenServer
beforeAll(async () => {
  golden = await goldenServer()
})
afterAll(() => golden.close())

const call = (name: string, args: object) => calls({ name, arguments: JSON.stringify(args) })
const plan = (...titles: string[]) =>
  call('submit_plan', { decision: 'plan', steps: titles.map((title) => ({ title, goal: title })) })
const go = call('submit_plan', { decision: 'continue' })
const write = (path: string) => call('file_write', { path, content: '1' })
const done = call('step_done', { status: 'done', summary: 'Done.' })
const report = says('The report.')

/** A one-step plan; the executor's answers in order, then step_done. */
const oneStep =
  (...executor: WireAnswer[]) =>
  ({ role, nth }: Asked): WireAnswer => {
    if (role === 'planner') return nth === 0 ? plan('Do it') : go
    return role === 'executor' ? (executor[nth] ?? done) : report
  }

async function play(decide: (asked: Asked) => WireAnswer) {
  const wire = await wireScript(decide)
  const run = await golden.connect({ url: wire.url, name: 'm', contextWindow: 32_768 })
  const file = (name: string) => readFileSync(join(run.folder() ?? '', name), 'utf8')
  const end = async () => {
    await run.end()
    await wire.close()
  }
  return { wire, run, file, end, of: (role: string) => wire.asked.filter((one) => one.role === role) }
}
const toolEnds = (run: ServerRun) => run.all('tool.end').map(({ outcome }) => outcome)

test('FX01: two calls under one index are both done, and go back as two', async () => {
  const piece = (id: string, path: string) =>
    delta({
      tool_calls: [
        {
          index: 0,
          id,
          type: 'function',
          function: { name: 'file_write', arguments: JSON.stringify({ path, content: '1' }) },
        },
      ],
    })
  const reused = sse([
    piece('a', '/workspace/a'),
    piece('b', '/workspace/b'),
    delta({}, 'tool_calls'),
    usage(9, 9),
  ])
  const { run, file, of, end } = await play(oneStep(reused))
  expect(await run.say('Write two files')).toMatchObject({ outcome: 'ok' })
  expect([file('a'), file('b')]).toEqual(['1', '1'])
  const sent = of('executor')[1]?.body.messages.slice(-3)
  expect(sent.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'tool', 'tool'])
  expect(sent[0].tool_calls.map(({ id }: { id: string }) => id)).toEqual(
    sent.slice(1).map(({ tool_call_id }: { tool_call_id: string }) => tool_call_id),
  )
  await end()
})

test('FX09: a write that was cut off never touches the file, and the third one ends the step', async () => {
  const cut = (finish: string): WireAnswer =>
    sse([
      delta({
        tool_calls: [
          {
            index: 0,
            id: 'w',
            type: 'function',
            function: { name: 'file_write', arguments: '{"path":"/workspace/report.md","content":"HALF' },
          },
        ],
      }),
      delta({}, finish),
      usage(9, 9),
    ])
  const { run, file, of, end } = await play(
    oneStep(write('other'), cut('length'), cut('tool_calls'), cut('length')),
  )
  let kept = false
  golden.server.app.events.onAppend((session, entry) => {
    const folder = run.folder()
    if (kept || session !== run.id || entry.type !== 'tool.end' || folder === undefined) return
    kept = true
    writeFileSync(join(folder, 'report.md'), 'KEEP')
  })
  await run.say('Write the report')
  expect(file('report.md')).toBe('KEEP')
  expect(run.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
  expect(toolEnds(run)).toEqual(['ok', 'failed', 'failed', 'failed'])
  const last = of('executor').at(-1)?.body.messages
  for (const message of last)
    for (const { function: made } of message.tool_calls ?? []) JSON.parse(made.arguments)
  expect(last.at(-1)).toMatchObject({ role: 'tool', content: expect.stringMatching(/cut|truncated/) })
  await end()
})

test('FX10: a plan in the noise around it is found, and prose alone becomes one step', async () => {
  const steps = ['写报告}第一', 'Second', 'Third'].map((title) => ({ title, goal: title }))
  const noisy = [
    '<think>maybe {"steps":[{"description":"WRONG"}]}</think>',
    'Sure:',
    '```json',
    JSON.stringify({ decision: 'plan', steps }),
    '```',
    'Hope this helps {}',
  ].join('\n')
  const hidden = await play(({ role, nth }) => {
    if (role === 'planner') return nth === 0 ? says(noisy) : go
    if (role === 'executor') return nth % 2 === 0 ? write(`f${nth}`) : done
    return report
  })
  expect(await hidden.run.say('Three things')).toMatchObject({ outcome: 'ok' })
  expect(hidden.run.all('step.start')).toHaveLength(3)
  expect(hidden.run.all('plan.update')[0]).toMatchObject({
    steps: [{ title: '写报告}第一' }, { title: 'Second' }, { title: 'Third' }],
  })
  await hidden.end()

  const prose = await play(({ role }) => {
    if (role === 'planner') return says('First I would look around, then I would write it.')
    if (role === 'executor') return prose.of('executor').length === 1 ? write('f') : done
    return report
  })
  expect(await prose.run.say('Write f')).toMatchObject({ outcome: 'ok' })
  expect(prose.run.all('step.start')).toHaveLength(1)
  expect(prose.file('f')).toBe('1')
  await prose.end()
})

test('FX13: a rate limit is waited out for as long as it asks, with a time to count down to', async () => {
  const times: number[] = []
  const limited = refusal(429, 'Slow down.', { 'Retry-After': '7' }, 'rate_limit_exceeded')
  const { run, end } = await play((asked) => {
    if (asked.role !== 'planner') return oneStep(write('a'))(asked)
    times.push(golden.clock.now())
    return asked.nth < 2 ? limited : asked.nth === 2 ? plan('Do it') : go
  })
  expect(await run.say('Write a')).toMatchObject({ outcome: 'ok' })
  const [first, second, third] = times as [number, number, number]
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(7_000)
  const shown = run.all('status').filter(({ reason }) => reason === 'rate_limit')
  expect(shown.map(({ retryAt }) => typeof retryAt)).toEqual(['number', 'number'])
  await end()
})

test.each([
  [404, 'model_not_found', 'The model `m` does not exist', 'model_config', /MODEL_NAME/],
  [401, 'invalid_api_key', 'Incorrect API key provided', 'model_auth', /API_KEY/],
] as const)('FX13: a %i is asked once and rests with its cause', async (status, code, text, reason, cure) => {
  let mended = false
  const { run, wire, end } = await play((asked) =>
    mended || asked.nth > 0
      ? oneStep(write('a'))({ ...asked, nth: asked.nth - 1 })
      : refusal(status, text, {}, code),
  )
  const rest = await run.say('Write a')
  expect(rest).toMatchObject({ status: 'paused', reason })
  expect(rest.text).toMatch(cure)
  expect(wire.asked).toHaveLength(1)
  mended = true
  await end()
})

test('FX13: a model that takes no tools is asked once more, in the text protocol', async () => {
  const text = (name: string, args: object) =>
    says(`<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`)
  const { run, wire, file, end } = await play(({ role, nth, body }) => {
    if (body.tools) return refusal(400, 'registry.ollama.ai/library/m does not support tools')
    if (role === 'planner')
      return nth === 1
        ? text('submit_plan', { decision: 'plan', steps: [{ title: 'Do it', goal: 'Do it' }] })
        : text('submit_plan', { decision: 'continue' })
    if (role === 'reporter') return report
    return nth === 0
      ? text('file_write', { path: 'a', content: '1' })
      : text('step_done', { status: 'done', summary: 'Done.' })
  })
  expect(await run.say('Write a')).toMatchObject({ outcome: 'ok' })
  expect(file('a')).toBe('1')
  expect(wire.asked.filter(({ body }) => body.tools)).toHaveLength(1)
  await end()
})
