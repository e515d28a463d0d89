import { expect, test } from 'vitest'
import { calls, done, plans, type Stage, stage } from '../testing/index.ts'

const plan = (...titles: string[]) =>
  plans({
    decision: 'plan',
    message: 'Here is the plan.',
    steps: titles.map((title) => ({ title, goal: `Do ${title}` })),
  })
const write = (path: string) => calls(['file_write', { path, content: path }])
const go = plans({ decision: 'continue' })

/** Holds the nth call of a tool until the signal ends it or `release` is called. */
function holdCalls(desk: Stage['desk'], name: string): { begun: Promise<void>; release(): void } {
  let begin = () => {}
  let release = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  desk.holds.set(name, (signal) => {
    desk.holds.delete(name)
    begin()
    return new Promise<void>((resolve, reject) => {
      release = () => resolve()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  })
  return { begun, release: () => release() }
}

const planned = (on: Stage) =>
  on
    .all('plan.update')
    .at(-1)
    ?.steps.map(({ title, status }) => `${title}: ${status}`)
const lastUser = (on: Stage) => {
  const last = on.requests('planner').at(-1)?.messages.at(-1)
  return last?.role === 'user' && typeof last.content === 'string' ? last.content : ''
}

const scripts: { kind: string; text: string; rest: string[]; expected: string[] }[] = [
  { kind: 'addition', text: 'Also make a chart', rest: ['B', 'Chart'], expected: ['B', 'Chart'] },
  { kind: 'addition', text: '再写一份摘要', rest: ['B', '摘要'], expected: ['B', '摘要'] },
  {
    kind: 'addition',
    text: 'and check the spelling at the end',
    rest: ['B', 'C', 'Spelling'],
    expected: ['B', 'C', 'Spelling'],
  },
  { kind: 'revision', text: 'Use CSV instead', rest: ['B as CSV'], expected: ['B as CSV'] },
  {
    kind: 'revision',
    text: 'no, in French please',
    rest: ['B in French', 'C'],
    expected: ['B in French', 'C'],
  },
  { kind: 'revision', text: '改成表格', rest: ['表格'], expected: ['表格'] },
  { kind: 'retraction', text: 'Forget C', rest: ['B'], expected: ['B'] },
  { kind: 'retraction', text: 'leave out B', rest: ['C'], expected: ['C'] },
  { kind: 'retraction', text: '不用做后面的了', rest: [], expected: [] },
]

test.each(scripts)(
  '$kind "$text": finished steps stay, the rest is planned anew',
  async ({ text, rest, expected }) => {
    const on = stage({
      planner: [
        plan('A', 'B', 'C'),
        go,
        rest.length > 0 ? plan(...rest) : plans({ decision: 'plan', steps: [] }),
        ...rest.map(() => go),
      ],
      executor: [
        write('a'),
        done('A is done.'),
        calls(['file_read', { path: 'a' }]),
        ...rest.flatMap((name) => [write(name), done()]),
      ],
    })
    const held = holdCalls(on.desk, 'file_read')
    on.say('Do A, B and C')
    await held.begun
    on.say(text)
    await on.agent.settled()
    expect(on.faults).toEqual([])
    expect(lastUser).toBeTruthy()
    const update = on.all('plan.update').find(({ cause }) => cause === 'interrupt')
    expect(update?.rev).toBe(2)
    expect(update?.steps[0]).toMatchObject({ title: 'A', status: 'done' })
    expect(update?.steps.filter(({ status }) => status === 'pending').map(({ title }) => title)).toEqual(
      expected,
    )
    expect(on.all('step.end').map(({ outcome }) => outcome)).toEqual([
      'done',
      'interrupted',
      ...rest.map(() => 'done'),
    ])
    // A is never done again.
    expect(on.desk.effects.filter(({ what }) => what === 'write /workspace/a')).toHaveLength(1)
    expect(on.all('run.end')[0]?.outcome).toBe('ok')
    const asked = JSON.stringify(on.requests('planner')[2]?.messages.at(-1))
    expect(asked).toContain(text)
    expect(asked).toContain('[step1] done: A')
    expect(asked).toContain('interrupted_step')
  },
)

test('a question about the state is answered and the cut step goes on under a new id with what it had done', async () => {
  const on = stage({
    planner: [plan('A', 'B'), plans({ decision: 'answer', message: 'A is half done.' }), go, go],
    executor: [write('a'), calls(['web_search', { query: 'x' }]), done('A is done.'), write('b'), done()],
  })
  // The continuation has its own traffic: it must work before it may end.
  const held = holdCalls(on.desk, 'web_search')
  on.model.requests.length = 0
  on.say('Do A and B')
  await held.begun
  on.say('How far are you?')
  await on.until('plan.update', ({ cause }) => cause === 'answer')
  await on.agent.settled()
  expect(on.all('message').map(({ text }) => text)).toContain('A is half done.')
  expect(planned(on)?.slice(0, 3)).toEqual(['A: interrupted', 'A: pending', 'B: pending'])
  const directive = JSON.stringify(on.requests('executor')[2]?.messages[1])
  expect(directive).toContain('<partial>')
  expect(directive).toContain('files touched: a')
})

test('thanks change nothing: the planner continues and the plan stays', async () => {
  const on = stage({
    planner: [plan('A'), go, go],
    executor: [calls(['file_read', { path: 'x' }]), write('a'), done()],
  })
  const held = holdCalls(on.desk, 'file_read')
  on.say('Do A')
  await held.begun
  on.say('thanks, go on')
  await on.agent.settled()
  expect(on.all('plan.update').map(({ cause }) => cause)).toEqual(['new', 'answer'])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('two messages within a moment are one planning turn, in order, once', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [calls(['file_read', { path: 'x' }]), write('b'), done()],
  })
  const held = holdCalls(on.desk, 'file_read')
  on.say('Do A')
  await held.begun
  on.say('first thought')
  on.say('second thought')
  await on.agent.settled()
  expect(on.all('plan.update').filter(({ cause }) => cause === 'interrupt')).toHaveLength(1)
  const text = JSON.stringify(on.requests('planner')[1]?.messages.at(-1))
  expect(text.indexOf('first thought')).toBeGreaterThan(0)
  expect(text.indexOf('second thought')).toBeGreaterThan(text.indexOf('first thought'))
  expect(text.split('first thought')).toHaveLength(2)
})

test('a message while the plan is being made ends in that plan', async () => {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const on = stage({
    planner: [{ ...plan('A'), until }, plan('A', 'B'), go, go],
    executor: [write('a'), done(), write('b'), done()],
  })
  on.say('Do A')
  await on.asked('planner')
  on.say('and B')
  await on.agent.settled()
  release()
  expect(on.all('plan.update').map(({ cause }) => cause)).toEqual(['new'])
  const users = on.requests('planner')[1]?.messages.filter(({ role }) => role === 'user')
  expect(JSON.stringify(users)).toContain('Do A')
  expect(JSON.stringify(users)).toContain('and B')
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a message with mode steer while a question is open closes it and goes to the planner', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [calls(['message_ask', { text: 'Which colour?' }]), write('b'), done()],
  })
  await on.run('Do A')
  expect(on.agent.status.status).toBe('waiting')
  on.say('do B instead', { mode: 'steer' })
  await on.agent.settled()
  expect(on.all('ask.end')).toEqual([{ askId: 'ask1', by: 'message' }])
  expect(on.all('plan.update').at(-1)).toMatchObject({ cause: 'interrupt' })
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('during a takeover the agent begins no call; what was said meanwhile is with the planner first', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [
      calls(['browser_view', {}], ['file_write', { path: 'late', content: 'x' }]),
      write('b'),
      done(),
    ],
  })
  const held = holdCalls(on.desk, 'browser_view')
  on.say('Do A')
  await held.begun
  await on.agent.takeOver('ann')
  expect(on.agent.status.status).toBe('takeover')
  expect(on.desk.agentInput).toBe(false)
  const id = on.say('do B instead')
  await on.agent.settled()
  expect(on.all('message.update')).toEqual([{ id, state: 'queued' }])
  expect(on.desk.effects).toEqual([])
  on.agent.handBack('ann')
  await on.agent.settled()
  expect(on.desk.agentInput).toBe(true)
  expect(on.all('message.update').at(-1)).toEqual({ id, state: 'delivered' })
  expect(on.all('plan.update').at(-1)).toMatchObject({ cause: 'interrupt' })
  expect(on.desk.effects.map(({ what }) => what)).toEqual(['write /workspace/b'])
})

test('a picture sent along is seen by the planner, and the file is put where its path says', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [calls(['file_read', { path: 'x' }]), write('b'), done()],
  })
  const held = holdCalls(on.desk, 'file_read')
  on.say('Do A')
  await held.begun
  on.say('like this', { attachments: [on.attach('look.png', new Uint8Array([1, 2, 3]), 'image/png')] })
  await on.agent.settled()
  const content = on.requests('planner')[1]?.messages.at(-1)?.content
  expect(Array.isArray(content) && content.some((part) => part.type === 'image')).toBe(true)
  expect(on.desk.placed.map(({ path }) => path)).toEqual(['/workspace/uploads/look.png'])
})

test('a queued message waits for the end of the run and can be withdrawn', async () => {
  const on = stage({
    planner: [plan('A'), go, plans({ decision: 'answer', message: 'Second.' })],
    executor: [calls(['file_read', { path: 'x' }]), write('a'), done()],
  })
  const held = holdCalls(on.desk, 'file_read')
  on.say('Do A')
  await held.begun
  const kept = on.say('then this', { mode: 'queue' })
  const gone = on.say('and that', { mode: 'queue' })
  on.agent.withdraw(gone)
  expect(() => on.agent.withdraw(gone)).toThrow('does not wait')
  held.release()
  await on.agent.settled()
  expect(on.all('run.end')).toHaveLength(2)
  expect(
    on
      .all('message.update')
      .filter(({ id }) => id === kept)
      .map(({ state }) => state),
  ).toEqual(['queued', 'delivered'])
  expect(JSON.stringify(on.requests('planner').at(-1))).not.toContain('and that')
})

test('while the report is written a message waits for its end and starts the next run', async () => {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const on = stage({
    planner: [plan('A'), go, plans({ decision: 'answer', message: 'Next.' })],
    executor: [write('a'), done()],
    reporter: [{ text: 'Report.', until }],
  })
  on.say('Do A')
  await on.asked('reporter')
  const id = on.say('one more')
  release()
  await on.agent.settled()
  expect(on.all('message.update').map(({ state }) => state)).toEqual(['queued', 'delivered'])
  expect(on.types().filter((type) => type === 'run.end')).toHaveLength(2)
  expect(id).toBeTruthy()
})

test('a message while the computer starts leaves the step unbegun and replans', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [write('b'), done()],
  })
  on.say('Do A')
  await on.until('plan.update')
  on.say('do B')
  await on.agent.settled()
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
  expect(on.desk.effects.map(({ what }) => what)).toEqual(['write /workspace/b'])
})
