import { expect, test } from 'vitest'
import { calls, done, plans, type StageScript, stage } from '../testing/index.ts'

const plan = plans({ decision: 'plan', steps: [{ title: 'A', goal: 'Do A' }] })
const giveUp = plans({ decision: 'give_up', message: 'No.' })
const forever = (reply: (n: number) => ReturnType<typeof calls>): StageScript => ({
  planner: [plan, giveUp],
  executor: (_, n) => reply(n),
})

const loops: [string, StageScript, number][] = [
  ['the same call with the same result', forever(() => calls(['file_read', { path: 'here.md' }])), 5],
  [
    'the same call that fails for the same reason',
    forever(() => calls(['file_read', { path: 'missing.md' }])),
    4,
  ],
  [
    'two calls that take turns',
    forever((n) => (n % 2 ? calls(['file_read', { path: 'here.md' }]) : calls(['browser_view', {}]))),
    10,
  ],
  ['a page that does not move', forever((n) => calls(['browser_click', { target: `thing ${n}` }])), 10],
  ['text without a call', forever(() => ({ text: 'Let me think.' })), 3],
  [
    'arguments that cannot be read',
    forever(() => ({ calls: [{ name: 'file_read', arguments: 'not json' }] })),
    3,
  ],
]

test.each(loops)('%s is stopped, and the planner goes on', async (_, script, most) => {
  const on = stage(script)
  on.desk.files.set('/workspace/here.md', 'same')
  on.desk.pages.set('about:blank', { title: '', text: 'still' })
  await on.run('Do A')
  expect(on.faults).toEqual([])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
  expect(on.requests('executor').length).toBeLessThanOrEqual(most)
  expect(on.requests('planner')).toHaveLength(2)
})

test('a plan that stays the same while nothing gets done becomes a question with a way out', async () => {
  const same = plans({ decision: 'plan', steps: [{ title: 'B', goal: 'Do B' }] })
  const fail = calls(['step_done', { status: 'failed', summary: 'It did not work.' }])
  const on = stage({ planner: [plan, same, same, same, same], executor: () => fail })
  await on.run('Do A')
  expect(on.all('ask.start')[0]).toMatchObject({ kind: 'stuck' })
  expect(on.all('ask.start')[0]?.options).toHaveLength(3)
  on.say('Report what there is')
  await on.agent.settled()
  expect(on.all('run.end').map(({ outcome }) => outcome)).toEqual(['failed'])
  expect(on.requests('reporter')).toHaveLength(1)
})

test('a soft sign is said in the result, so that the model can turn round', async () => {
  const read = calls(['file_read', { path: 'here.md' }])
  const on = stage({ planner: [plan, giveUp], executor: [read, read, read, done()] })
  on.desk.files.set('/workspace/here.md', 'same')
  await on.run('Do A')
  expect(JSON.stringify(on.requests('executor')[2])).not.toContain('note: the same call gave')
  expect(JSON.stringify(on.requests('executor')[3])).toContain('note: the same call gave')
})

test('waiting for a running command is no loop, nor is a test run after each edit', async () => {
  const wait = calls(['shell_continue', {}])
  const edit = (n: number) => calls(['file_write', { path: 'a', content: String(n) }])
  const run = calls(['shell_exec', { command: 'exit 1' }])
  const on = stage({
    planner: [plan, giveUp],
    executor: [
      wait,
      wait,
      wait,
      wait,
      wait,
      wait,
      edit(1),
      run,
      edit(2),
      run,
      edit(3),
      run,
      edit(4),
      run,
      edit(5),
      run,
      done(),
      done(),
    ],
  })
  await on.run('Do A')
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'done' })
  expect(JSON.stringify(on.requests('executor').at(-1))).not.toContain('note: the same call gave')
})

test('a full step budget ends the step as failed, with a warning before', async () => {
  const on = stage(
    { planner: [plan, giveUp], executor: (_, n) => calls(['file_write', { path: `f${n}`, content: 'x' }]) },
    { settings: { stepMaxCalls: 8 } },
  )
  await on.run('Do A')
  expect(on.requests('executor')).toHaveLength(8)
  expect(JSON.stringify(on.requests('executor').at(-1))).toContain('6 of 8 replies')
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
})

test('a full run budget rests; continuing adds half as much again, and each step begins with a budget of its own', async () => {
  const on = stage(
    {
      planner: [plan, plans({ decision: 'plan', steps: [{ title: 'B', goal: 'Do B' }] }), giveUp],
      executor: (_, n) => (n === 3 ? done() : calls(['file_write', { path: `f${n}`, content: 'x' }])),
    },
    { settings: { runMaxCalls: 8, stepMaxCalls: 5 } },
  )
  await on.run('Do A')
  expect(on.agent.status).toEqual({ status: 'paused', reason: 'budget' })
  expect(on.all('notice').map(({ code }) => code)).toEqual(['BUDGET'])
  expect(on.model.requests).toHaveLength(8)
  on.agent.resume({ extend: true })
  await on.agent.settled()
  expect(on.all('step.end').map(({ outcome }) => outcome)).toEqual(['done', 'failed'])
  expect(on.all('run.end')[0]?.outcome).toBe('partial')
})

test('truncated arguments never write half a file, and three in a row end the step', async () => {
  const cut = { calls: [{ name: 'file_write', arguments: '{"path":"report.md","content":"half of' }] }
  const on = stage({ planner: [plan, giveUp], executor: [{ ...cut, finish: 'length' }, cut, cut] })
  on.desk.files.set('/workspace/report.md', 'KEEP')
  await on.run('Do A')
  expect(on.desk.files.get('/workspace/report.md')).toBe('KEEP')
  expect(JSON.stringify(on.requests('executor')[1])).toContain('truncated')
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
})
