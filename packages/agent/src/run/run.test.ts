import { ModelError, type ModelErrorClass } from '@deskhand/llm'
import { scriptedModel } from '@deskhand/llm/testing'
import { expect, test } from 'vitest'
import type { KnowledgeNote } from '../deps.ts'
import { calls, done, plans, stage } from '../testing/index.ts'
import { urlMatches } from '../turn/knowledge-pointer.ts'

const plan = (...titles: string[]) =>
  plans({ decision: 'plan', steps: titles.map((title) => ({ title, goal: `Do ${title}` })) })
const write = (path: string) => calls(['file_write', { path, content: path }])
const go = plans({ decision: 'continue' })

const classes: ModelErrorClass[] = [
  'rate_limit',
  'quota',
  'auth',
  'not_found',
  'server',
  'network',
  'slow',
  'stall',
  'cut',
  'overflow',
  'unsupported',
  'invalid_request',
  'content_filter',
  'empty',
  'small_window',
]

test.each(classes)(
  'a fault of class %s at any request leaves a run that ends or can be resumed',
  async (kind) => {
    for (let at = 0; at < 8; at++) {
      let n = 0
      const faulty = (good: () => ReturnType<typeof calls>) => () =>
        n++ === at ? { error: new ModelError(kind, 'It failed.', { hint: 'Do something.' }) } : good()
      const on = stage({
        planner: faulty(() => (on.all('plan.update').length === 0 ? plan('A', 'B') : go)),
        executor: faulty(() =>
          on.desk.effects.length < on.all('step.start').length ? write(`f${n}`) : done(),
        ),
        reporter: faulty(() => ({ text: 'Report.' })),
        summarizer: () => ({ text: 'sum' }),
      })
      on.say('Do A and B')
      for (let rests = 0; rests < 4 && on.all('run.end').length === 0; rests++) {
        await on.agent.settled()
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (on.agent.status.status === 'paused' && on.agent.status.reason !== 'rate_limit') on.agent.resume()
      }
      await on.until('run.end')
      await on.agent.settled()
      expect(on.faults, `request ${at}`).toEqual([])
      expect(on.all('run.end'), `request ${at}`).toHaveLength(1)
      expect(on.all('message').at(-1)?.final, `request ${at}`).toBe(true)
      expect(on.agent.status.status).toBe('idle')
      // A step that the provider refuses for its content fails, and the rest goes on.
      const fine = kind === 'content_filter' ? ['ok', 'partial'] : ['ok']
      expect(fine, `request ${at}`).toContain(on.all('run.end')[0]?.outcome)
    }
  },
)

test('the report is put together by code when no model writes it', async () => {
  const on = stage({
    planner: [plan('A'), go],
    executor: [write('a'), done('A is written.')],
    reporter: [{ error: new ModelError('server', 'Down.') }],
  })
  await on.run('Do A')
  expect(on.all('notice').map(({ code }) => code)).toEqual(['REPORT_BY_CODE'])
  expect(on.all('message').at(-1)?.text).toContain('A is written.')
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a question that wants a person at the screen is closed by giving the controls back', async () => {
  const on = stage({
    planner: [plan('A'), go],
    executor: [calls(['message_ask', { text: 'Please sign in', takeover: true }]), write('a'), done()],
  })
  await on.run('Do A')
  expect(on.all('ask.start')[0]?.kind).toBe('takeover')
  await on.agent.takeOver('ann')
  on.agent.handBack('ann')
  await on.agent.settled()
  expect(on.all('ask.end')).toHaveLength(1)
  expect(on.all('takeover.end')).toHaveLength(1)
  expect(JSON.stringify(on.requests('executor')[1])).toContain('operated the computer')
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a note given with the controls goes to the planner', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [{ text: '', until: new Promise(() => {}) }, write('b'), done()],
  })
  on.say('Do A')
  await on.asked('executor')
  await on.agent.takeOver('ann')
  on.agent.handBack('ann', 'I paid already; do B')
  await on.agent.settled()
  expect(JSON.stringify(on.requests('planner')[1])).toContain('I paid already; do B')
  expect(on.all('takeover.end')[0]).toMatchObject({ note: 'I paid already; do B' })
  expect(on.all('plan.update').at(-1)?.cause).toBe('interrupt')
})

test('a lost sandbox rests the run; resuming keeps what is finished and plans the rest again', async () => {
  const on = stage({
    planner: [plan('A', 'B'), go, go, go],
    executor: [write('a'), done(), calls(['file_read', { path: 'a' }]), write('b'), done()],
  })
  on.desk.holds.set('file_read', async () => {
    on.desk.lost = true
    on.desk.holds.clear()
    const { WorldLost } = await import('../deps.ts')
    throw new WorldLost('The container is gone.')
  })
  await on.run('Do A and B')
  expect(on.agent.status).toEqual({ status: 'paused', reason: 'sandbox_lost' })
  on.agent.resume()
  await on.agent.settled()
  expect(on.faults).toEqual([])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
  expect(on.desk.effects.map(({ what }) => what)).toEqual(['write /workspace/a', 'write /workspace/b'])
  expect(on.all('tool.start').length).toBe(on.all('tool.end').length)
})

const note = (more: Partial<KnowledgeNote>): KnowledgeNote => ({
  name: 'n',
  title: 'Flights by address',
  when: ['flight'],
  urls: ['flights.example/*'],
  always: false,
  text: 'Use http://flights.example/search?from=A&to=B',
  path: '/home/agent/knowledge/flights.md',
  ...more,
})

test('a note is named once where the page matches, and small ones are read beforehand', async () => {
  const on = stage(
    {
      planner: [plan('A'), go],
      executor: [
        calls(['browser_open', { url: 'http://flights.example/x' }]),
        calls(['browser_view', {}]),
        done(),
      ],
    },
    { settings: { knowledge: [note({})] } },
  )
  on.desk.pages.set('http://flights.example/x', { title: 'F', text: 'calendar' })
  await on.run('Find a flight')
  const last = JSON.stringify(on.requests('executor').at(-1))
  expect(last.split('knowledge: read /home/agent/knowledge/flights.md')).toHaveLength(2)
  expect(JSON.stringify(on.requests('planner')[0])).toContain('search?from=A')
})

test('large knowledge is an index, with the notes that fit the request whole', async () => {
  const big = { text: 'x'.repeat(9_000) }
  const on = stage(
    { planner: [plans({ decision: 'answer', message: 'ok' })] },
    {
      settings: {
        knowledge: [
          note({}),
          note({ name: 'o', title: 'Ovens', when: ['oven'], ...big, path: '/k/o.md' }),
          note({ name: 'p', title: 'Pots', when: ['pot'], ...big, path: '/k/p.md' }),
        ],
      },
    },
  )
  await on.run('a flight with pots')
  const text = JSON.stringify(on.requests('planner')[0])
  expect(text).toContain('search?from=A')
  expect(text).toContain('- Ovens (/k/o.md): oven')
  expect(text.match(/x{9000}/g)).toHaveLength(1)
})

test('globs of addresses match hosts and what follows, not look-alikes', () => {
  expect(urlMatches('https://www.flights.example/a', 'flights.example/*')).toBe(true)
  expect(urlMatches('https://notflights.example/a', 'flights.example/*')).toBe(false)
  expect(urlMatches('https://evil.test/?u=flights.example/', 'flights.example/*')).toBe(false)
})

test('a skill that is named is to be read first, and a lesson becomes a proposal that nobody keeps unasked', async () => {
  const skills = [
    { name: 'tables', description: 'How to make tables', path: '/home/agent/skills/tables/SKILL.md' },
  ]
  const on = stage(
    { planner: [plan('A'), go], executor: [write('a'), done('Done.', { lesson: 'Prefer CSV.' })] },
    { settings: { skills } },
  )
  await on.run('/skill:tables make one')
  const [first] = on.requests('executor')
  expect(String(first?.messages[0]?.content)).toContain('tables (/home/agent/skills/tables/SKILL.md)')
  expect(String(first?.messages[1]?.content)).toContain('read /home/agent/skills/tables/SKILL.md first')
  expect(on.all('proposal')).toEqual([{ id: 'proposal1', kind: 'note', name: 'a', text: 'Prefer CSV.' }])
})

test('what is being written can be shown whole to a watcher who comes later', async () => {
  const on = stage({ planner: [plan('A'), go], executor: [{ text: '', until: new Promise(() => {}) }] })
  const reply = on.model.reply
  on.model.reply = (request, options) => {
    if (request.purpose === 'executor') options.onDelta?.({ type: 'text', text: 'I am ' })
    if (request.purpose === 'executor') options.onDelta?.({ type: 'text', text: 'thinking 😀' })
    return reply(request, options)
  }
  on.say('Do A')
  await on.asked('executor')
  const [open] = on.agent.openStreams()
  expect(open).toMatchObject({ of: 'thought', text: 'I am thinking 😀', offset: 16 })
  expect(
    on.log.lives
      .filter(({ type }) => type === 'thought.delta')
      .map(({ data }) => (data as { offset: number }).offset),
  ).toEqual([0, 5])
  on.agent.stop()
  await on.agent.settled()
  expect(on.agent.openStreams()).toEqual([])
  expect(on.all('thought')).toEqual([
    {
      id: open && 'id' in open ? open.id : '',
      role: 'executor',
      stepId: 'step1',
      text: 'I am thinking 😀',
      cut: true,
    },
  ])
})

test('a planner’s model that cannot be used is stood in for by the executor’s', async () => {
  const planner = scriptedModel(() => ({ error: new ModelError('not_found', 'No such model.') }))
  const on = stage({ planner: [plan('A'), go], executor: [write('a'), done()] }, { planner })
  await on.run('Do A')
  expect(planner.requests).toHaveLength(2)
  expect(on.all('notice').map(({ code }) => code)).toEqual(['PLANNER_FALLBACK', 'PLANNER_FALLBACK'])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a full disk under the log rests the work without another side effect, and it goes on by itself', async () => {
  const on = stage({ planner: [plan('A'), go], executor: [write('a'), done()] })
  const append = on.log.append
  let refusals = 0
  on.log.append = ((type: never, data: never) => {
    if (type === 'tool.start' && refusals < 3) {
      refusals++
      expect(on.desk.effects).toEqual([])
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    return append(type, data)
  }) as typeof append
  on.say('Do A')
  await on.until('run.end')
  expect(refusals).toBe(3)
  expect(on.desk.effects).toHaveLength(1)
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})
