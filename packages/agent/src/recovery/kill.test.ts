import type { ReplyRequest } from '@deskhand/llm'
import type { ScriptedReply } from '@deskhand/llm/testing'
import { expect, test } from 'vitest'
import { Crash, calls, done, pageState, plans, type Stage, stage } from '../testing/index.ts'

const page = { title: 'Shop', text: 'Three offers. Buy one.' }

// Replies that follow from the request alone: the same after a restart as before it.
const repliesOf = (request: ReplyRequest) =>
  request.messages.filter(({ role }) => role === 'assistant').length
const decisions: ScriptedReply[] = [
  plans({
    decision: 'plan',
    title: 'Offers',
    message: 'I will look at the offers.',
    steps: [
      { title: 'Look', goal: 'Look at the shop', done_when: 'offers are known' },
      { title: 'Write', goal: 'Write offers.md', expect: { file: 'offers.md' } },
      { title: 'Old end', goal: 'Something' },
    ],
  }),
  plans({
    decision: 'plan',
    message: 'A table, then.',
    steps: [
      { title: 'Write a table', goal: 'Write offers.csv', expect: { file: 'offers.csv' } },
      { title: 'Check', goal: 'Check offers.csv', carry: true },
    ],
  }),
  plans({ decision: 'continue' }),
  plans({ decision: 'continue' }),
  plans({ decision: 'answer', message: 'You are welcome.' }),
]
const steps: Record<string, ScriptedReply[]> = {
  Look: [
    {
      ...calls(['browser_open', { url: 'http://shop.example' }], ['browser_click', { target: 'stale' }]),
      text: 'I open it.',
    },
    calls(['browser_click', { target: 'Buy' }], ['message_notify', { text: 'Found three.' }]),
    calls(
      ['message_ask', { text: 'Which file?', options: ['md', 'csv'] }],
      ['shell_exec', { command: 'never' }],
    ),
    calls(['shell_exec', { command: 'make' }]),
    { text: 'thinking aloud' },
    done('Three offers.', { facts: ['three offers: http://shop.example'], lesson: 'Shops have offers.' }),
  ],
  'Write a table': [
    calls(['file_write', { path: 'offers.csv', content: 'x'.repeat(3_000) }]),
    calls(['shell_exec', { command: 'print 9000' }]),
    done('Written.', { artifacts: ['offers.csv', 'nothing.csv'] }),
    done('Written.', { artifacts: ['offers.csv'] }),
  ],
  Check: [calls(['file_read', { path: 'offers.csv' }]), done('It is fine.')],
}

function golden(): Stage {
  const on = stage({
    planner: (request) => decisions[repliesOf(request)]!,
    executor: (request) => {
      const at = request.messages.findLastIndex(
        ({ role, content }) => role === 'user' && JSON.stringify(content).includes('<step id='),
      )
      const title = /<step id=\\?"\w+\\?" title=\\?"([^"\\]+)/.exec(
        JSON.stringify(request.messages[at]?.content),
      )?.[1]
      const n = request.messages.slice(at).filter(({ role }) => role === 'assistant').length
      const reply = steps[title ?? '']?.[n]
      if (!reply) throw new Error(`no reply ${n} for step ${title}`)
      return reply
    },
    reporter: () => ({ text: 'The offers are in /workspace/offers.csv.' }),
  })
  on.desk.pages.set('http://shop.example', page)
  return on
}

/** The whole course, with the person's part: the request, a yes, an answer, a steering message. */
async function drive(on: Stage): Promise<void> {
  const rest = async () => {
    await on.agent.settled()
    while (on.log.dead) await on.restart()
    await on.agent.settled()
  }
  const say = async (id: string, text: string, more: object = {}) => {
    const there = () => on.all('message').some((message) => message.id === id)
    for (let tries = 0; !there() && tries < 3; tries++) {
      try {
        on.agent.say({ id: id as never, text, ...more })
      } catch (error) {
        if (!(error instanceof Crash)) throw error
      }
      await rest()
    }
  }
  await say('m-user-1', 'Look at the offers and write them down')
  await say('m-user-2', '', { approve: 'once' })
  await say('m-user-3', 'as a table please', { mode: 'steer' })
  await say('m-user-4', 'thank you', { mode: 'queue' })
}

const clickOrOpen = new Set(['browser_open', 'browser_click'])

/** Every side effect happened once, or (for an action in the browser that was cut off) at most once. */
function expectSameCourse(on: Stage, whole: Stage, cutOff?: string) {
  expect(on.faults).toEqual([])
  expect(on.all('run.end').map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
  const ids = on.desk.effects.map(({ callId }) => callId)
  expect(new Set(ids).size).toBe(ids.length)
  if (cutOff === undefined) {
    expect(on.desk.effects.map(({ what }) => what)).toEqual(whole.desk.effects.map(({ what }) => what))
    expect(pageState(on.log.entries())).toEqual(pageState(whole.log.entries()))
  } else expect(on.all('tool.end').filter(({ outcome }) => outcome === 'unknown')).toHaveLength(1)
  expect(on.all('tool.start').length).toBe(on.all('tool.end').length)
  expect(on.all('step.start').length).toBeLessThanOrEqual(on.all('step.end').length)
  expect(on.all('ask.start').length).toBe(on.all('ask.end').length)
  expect(on.desk.files.get('/workspace/offers.csv')).toHaveLength(3_000)
}

test('the golden run ends well', async () => {
  const on = golden()
  await drive(on)
  expectSameCourse(on, on)
})

test('killed right after any entry, the run ends as if it had not been', { timeout: 180_000 }, async () => {
  const whole = golden()
  await drive(whole)
  const rows = whole.log.entries()
  expect(rows.length).toBeGreaterThan(100)
  for (const { pos, type, data } of rows) {
    const on = golden()
    on.crashAt(pos)
    await drive(on)
    const inBrowser = type === 'tool.start' && clickOrOpen.has(data.name) && data.args.target !== 'stale'
    try {
      expectSameCourse(on, whole, inBrowser ? data.callId : undefined)
    } catch (error) {
      throw new Error(`killed after entry ${pos} (${type})`, { cause: error })
    }
  }
})

test('killed between a side effect and its result, nothing is done twice', async () => {
  const whole = golden()
  await drive(whole)
  for (let nth = 1; nth <= whole.desk.effects.length; nth++) {
    const on = golden()
    on.crashAtEffect(nth)
    await drive(on)
    const what = whole.desk.effects[nth - 1]!.what
    expectSameCourse(on, whole, /^(open|click)/.test(what) ? what : undefined)
    expect(on.desk.effects.map(({ what }) => what)).toEqual(whole.desk.effects.map(({ what }) => what))
  }
})

test('three starts without getting further rest the run until the person resumes it', async () => {
  const on = golden()
  let stuck = true
  const reply = on.model.reply
  on.model.reply = (request, options) => (stuck ? never(options.signal) : reply(request, options))
  on.say('Look at the offers')
  for (let n = 0; n < 3; n++) {
    void on.restart()
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(on.agent.status).toEqual({ status: 'paused', reason: 'crash_loop' })
  stuck = false
  on.agent.resume()
  await on.until('plan.update')
})

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
