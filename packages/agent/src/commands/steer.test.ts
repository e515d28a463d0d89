import { ModelError } from '@deskhand/llm'
import { expect, test } from 'vitest'
import { calls, done, plans, stage } from '../testing/index.ts'

const plan = (...titles: string[]) =>
  plans({ decision: 'plan', steps: titles.map((title) => ({ title, goal: `Do ${title}` })) })
const write = (path: string) => calls(['file_write', { path, content: path }])
const go = plans({ decision: 'continue' })

test.each([
  [['message_ask', 'file_write'] as const],
  [['file_write', 'message_ask'] as const],
  [['message_notify', 'message_ask', 'file_write'] as const],
])('the answer reaches the model for any order of calls: %s', async (order) => {
  const args = {
    message_ask: { text: 'Which colour?', options: ['red', 'blue'] },
    message_notify: { text: 'One moment' },
    file_write: { path: 'a', content: 'a' },
  }
  const on = stage({
    planner: [plan('A'), go],
    executor: [
      calls(...order.map((name) => [name, args[name]] as [string, Record<string, unknown>])),
      write('b'),
      done(),
    ],
  })
  await on.run('Do A')
  expect(on.agent.status).toMatchObject({ status: 'waiting', openAsk: 'ask1' })
  expect(on.all('ask.start')[0]).toMatchObject({ kind: 'question', options: ['red', 'blue'] })
  on.say('blue')
  await on.agent.settled()
  const tools = on.requests('executor')[1]?.messages.filter((message) => message.role === 'tool') ?? []
  expect(tools).toHaveLength(order.length)
  expect(tools.find(({ name }) => name === 'message_ask')?.content).toContain('answer: blue')
  expect(on.all('ask.end')).toEqual([{ askId: 'ask1', by: 'user', answer: 'blue' }])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a reply to a closed question is refused and nothing is stored', async () => {
  const on = stage({ planner: [plans({ decision: 'answer', message: 'Hi.' })] })
  await on.run('hi')
  const before = on.log.entries().length
  expect(() => on.agent.say({ id: 'x' as never, text: 'late', replyTo: 'ask9' as never })).toThrow('closed')
  expect(on.log.entries()).toHaveLength(before)
})

test('stop in a tool: no call begins after it, what the run started is ended, and code says what was done', async () => {
  const on = stage({
    planner: [plan('A', 'B'), go],
    executor: [
      write('a'),
      done('A is done.'),
      calls(['shell_exec', { command: 'sleep' }], ['file_write', { path: 'b', content: 'b' }]),
    ],
  })
  on.desk.holds.set('shell_exec', () => new Promise(() => {}))
  on.say('Do A and B')
  await on.until('tool.start', ({ name }) => name === 'shell_exec')
  on.agent.stop()
  expect(on.agent.status.status).toBe('stopping')
  const at = on.types().length
  await on.agent.settled()
  expect(on.types().slice(at)).not.toContain('tool.start')
  expect(on.desk.stopped).toEqual(['run1'])
  expect(on.all('run.end')[0]?.outcome).toBe('stopped')
  const final = on.all('message').at(-1)
  expect(final).toMatchObject({ final: true })
  expect(final?.text).toContain('A is done.')
  expect(on.all('tool.start').length).toBe(on.all('tool.end').length)
  expect(on.agent.status.status).toBe('idle')
})

test('stop while the model thinks, while a question is open, while paused and during a takeover', async () => {
  for (const where of ['thinking', 'asking', 'paused', 'takeover'] as const) {
    const on = stage({
      planner: [plan('A'), plans({ decision: 'answer', message: 'Hello again.' })],
      executor: [
        where === 'asking'
          ? calls(['message_ask', { text: '?' }])
          : { text: '', until: new Promise(() => {}) },
      ],
    })
    on.say('Do A')
    if (where === 'asking') await on.agent.settled()
    else await on.until('step.start')
    if (where === 'paused') on.agent.pause()
    if (where === 'takeover') await on.agent.takeOver('ann')
    on.agent.stop()
    await on.agent.settled()
    expect(
      on.all('run.end').map(({ outcome }) => outcome),
      where,
    ).toEqual(['stopped'])
    expect(on.all('ask.start').length).toBe(on.all('ask.end').length)
    expect(on.all('takeover.start').length).toBe(on.all('takeover.end').length)
    expect(on.desk.agentInput).toBe(true)
    await on.run('hi')
    expect(on.all('message').at(-1)?.text, where).toBe('Hello again.')
    expect(on.faults).toEqual([])
  }
})

test('pause holds the work and resume goes on; a message resumes and steers', async () => {
  const on = stage({
    planner: [plan('A'), go, go],
    executor: [
      { text: '', until: new Promise(() => {}) },
      { text: '', until: new Promise(() => {}) },
      write('a'),
      done(),
    ],
  })
  on.say('Do A')
  await on.asked('executor')
  on.agent.pause()
  await on.agent.settled()
  expect(on.agent.status).toEqual({ status: 'paused', reason: 'user' })
  on.agent.resume()
  expect(() => on.agent.resume()).toThrow('Nothing is paused')
  await on.asked('executor', 2)
  on.agent.pause()
  await on.agent.settled()
  on.say('go on please')
  await on.agent.settled()
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
  expect(on.all('plan.update').at(-1)?.cause).toBe('answer')
})

test('finish reports with what there is', async () => {
  const on = stage({
    planner: [plan('A', 'B'), go],
    executor: [write('a'), done('A is done.'), { text: '', until: new Promise(() => {}) }],
  })
  expect(() => on.agent.finish()).toThrow('no run')
  on.say('Do A and B')
  await on.until('step.end')
  await on.until('step.start', ({ stepId }) => stepId === 'step2')
  on.agent.finish()
  await on.agent.settled()
  expect(on.faults).toEqual([])
  expect(on.all('run.end')[0]?.outcome).toBe('partial')
  expect(on.requests('reporter')).toHaveLength(1)
  expect(on.all('message').at(-1)?.text).toContain('B')
})

test('retry does the rest of a failed run as a run of its own', async () => {
  const on = stage({
    planner: [plan('A'), plans({ decision: 'give_up', message: 'No way.' }), plan('A again'), go],
    executor: [calls(['step_done', { status: 'failed', summary: 'It did not work.' }]), write('a'), done()],
  })
  expect(() => on.agent.retry()).toThrow('No run failed')
  await on.run('Do A')
  expect(on.all('run.end')[0]?.outcome).toBe('failed')
  on.agent.retry()
  await on.agent.settled()
  expect(JSON.stringify(on.requests('planner')[2]?.messages.at(-1))).toContain('earlier_attempt')
  expect(on.all('run.end')[1]?.outcome).toBe('ok')
})

test('a model that cannot be reached pauses the run, which goes on by itself', async () => {
  const on = stage({
    planner: [{ error: new ModelError('network', 'No answer.') }, plan('A'), go],
    executor: [{ error: new ModelError('rate_limit', 'Too many.') }, write('a'), done()],
  })
  on.say('Do A')
  await on.until('run.end')
  const paused = on.all('status').filter(({ status }) => status === 'paused')
  expect(paused.map(({ reason }) => reason)).toEqual(['model_unavailable', 'rate_limit'])
  expect(paused[0]?.retryAt).toBeGreaterThan(0)
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a wrong key is asked once and waits for the person', async () => {
  const on = stage({
    planner: [
      { error: new ModelError('auth', 'The key was refused.', { hint: 'See Settings.' }) },
      plan('A'),
      go,
    ],
    executor: [write('a'), done()],
  })
  await on.run('Do A')
  expect(on.agent.status).toEqual({ status: 'paused', reason: 'model_auth' })
  expect(on.model.requests).toHaveLength(1)
  const id = on.say('hurry')
  expect(on.all('message.update')).toEqual([{ id, state: 'queued' }])
  on.agent.resume()
  await on.agent.settled()
  expect(on.all('message.update').at(-1)).toEqual({ id, state: 'delivered' })
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a call that buys something waits for a yes, which can be for the run', async () => {
  const on = stage({
    planner: [plan('A'), go],
    executor: [
      calls(['browser_open', { url: 'http://shop.example' }]),
      calls(['browser_click', { target: 'Buy now' }]),
      calls(['browser_click', { target: 'Buy again' }]),
      done('Bought.'),
    ],
  })
  on.desk.pages.set('http://shop.example', { title: 'Shop', text: 'Buy now' })
  await on.run('Buy it')
  expect(on.all('ask.start')[0]).toMatchObject({
    kind: 'approval',
    call: { name: 'browser_click', risk: 'activate', element: 'Buy now' },
  })
  expect(on.all('tool.start').map(({ name }) => name)).toEqual(['browser_open'])
  on.say('', { approve: 'run', replyTo: 'ask1' as never })
  await on.agent.settled()
  expect(on.all('ask.start')).toHaveLength(1)
  expect(on.desk.effects.map(({ what }) => what)).toEqual([
    'open http://shop.example',
    'click Buy now',
    'click Buy again',
  ])
})

test('a no ends the call as skipped with the person’s words, and the claim to have done it is refused', async () => {
  const on = stage({
    planner: [plan('A'), plans({ decision: 'give_up', message: 'Not bought.' })],
    executor: [calls(['browser_click', { target: 'Pay' }]), done('Paid.'), done('Paid.'), done('Paid.')],
  })
  await on.run('Pay it')
  on.say('too expensive', { approve: 'no', replyTo: 'ask1' as never })
  await on.agent.settled()
  expect(on.desk.effects).toEqual([])
  expect(JSON.stringify(on.requests('executor')[1])).toContain('too expensive')
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
  expect(on.all('run.end')[0]?.outcome).toBe('failed')
})

test('any other message closes an approval as no and steers', async () => {
  const on = stage({
    planner: [plan('A'), plan('B'), go],
    executor: [calls(['browser_click', { target: 'Buy' }]), write('b'), done()],
  })
  await on.run('Buy it')
  on.say('write b instead')
  await on.agent.settled()
  expect(on.all('ask.end')).toEqual([{ askId: 'ask1', by: 'message', approve: 'no' }])
  expect(on.desk.effects.map(({ what }) => what)).toEqual(['write /workspace/b'])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})
