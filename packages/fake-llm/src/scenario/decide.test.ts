import { expect, test } from 'vitest'
import { ChatRequest } from '../chat-request.ts'
import { body, call, executorSystem, plannerSystem, result, user } from '../testing/ask.ts'
import { deriveView } from '../view/request-view.ts'
import { decide } from './decide.ts'
import { readScenario } from './scenario.ts'

const view = (messages: object[]) => deriveView(ChatRequest.parse(body(messages as never)))
const step = (text: string, id = 's1') =>
  user(
    `<task>\nMake tea\n</task>\n\n<started>\n2026-12-30 10:00 Wed, UTC\n</started>\n\n<step id="${id}" title="t" time="2026-12-30 10:01 Wed, UTC">\n${text}\n</step>`,
  )

const tea = readScenario({
  id: 'tea',
  title: 'Tea',
  match: { request: 'tea|茶' },
  rules: [
    {
      name: 'plan',
      when: { role: 'planner', turn: 'new' },
      reply: {
        calls: [
          { submit_plan: { decision: 'plan', message: { en: 'Tea then', zh: '好的,泡茶' }, steps: [] } },
        ],
      },
    },
    {
      name: 'change',
      when: { role: 'planner', turn: 'message', interrupt: 'coffee' },
      reply: { text: 'changed' },
    },
    { name: 'go on', when: { role: 'planner', turn: 'update' }, reply: { text: 'go on' } },
    {
      name: 'boil',
      when: { role: 'executor', step: 'boil' },
      let: {
        button: { find: '\\[(\\d+)\\][^\\n]*Boil', in: 'browser_view' },
        day: { date: '+3d', format: 'D MMMM YYYY' },
        month: { date: '+2m' },
        count: { find: 'cup (\\d+)' },
      },
      replies: [
        { calls: [{ shell_exec: { command: 'look {{ day }} {{ month }}' } }] },
        { calls: [{ browser_click: { target: '{{ button }}' } }] },
        { calls: [{ shell_exec: { command: 'cup {{ count + 1 }}' } }] },
      ],
    },
  ],
})
const other = readScenario({
  id: 'cake',
  title: 'Cake',
  match: { request: 'cake' },
  rules: [{ reply: { text: 'cake it is' } }],
})
const anyTime = readScenario({
  id: 'any',
  title: 'Any',
  rules: [{ name: 'last resort', when: { role: 'planner' }, reply: { text: 'menu' } }],
})
const all = [tea, other, anyTime]
const nameOf = (messages: object[]) => {
  const decision = decide(all, view(messages))
  return decision.matched ? `${decision.rule.scenario}: ${decision.rule.name}` : 'none'
}
const callOf = (messages: object[]) => {
  const decision = decide(all, view(messages))
  return decision.matched ? decision.reply.calls[0]?.arguments : JSON.stringify(decision.nearest[0])
}

test('a new request, a step report and a word in between are three different turns', () => {
  const asked = [plannerSystem, user('<request>\nMake tea\n</request>')]
  expect(nameOf(asked)).toBe('tea: plan')
  const planned = [...asked, call('a', 'submit_plan', { decision: 'plan' }), result('a', 'status: ok')]
  expect(
    nameOf([...planned, user('<plan>\n</plan>\n\n<finished_step>\n[s1] x: done\n</finished_step>')]),
  ).toBe('tea: go on')
  const said = user('<plan>\n</plan>\n\n<new_user_messages>\nCoffee, please\n</new_user_messages>')
  expect(nameOf([...planned, said])).toBe('tea: change')
})

test('a planner reply that is asked for again is still the reply to the same turn', () => {
  const messages = [
    plannerSystem,
    user('<request>\nMake tea\n</request>'),
    { role: 'assistant', content: 'hm' },
    user('Call submit_plan, please.'),
  ]
  expect(nameOf(messages)).toBe('tea: plan')
})

test('of two scenarios the one whose words come last in the request speaks', () => {
  expect(nameOf([plannerSystem, user('<request>\nNo tea, a cake\n</request>')])).toBe('cake: rule 1')
  expect(nameOf([plannerSystem, user('<request>\nNo cake, some tea\n</request>')])).toBe('tea: plan')
})

test('rules without a scenario of their own serve what no scenario is for', () => {
  expect(nameOf([plannerSystem, user('<request>\nGreetings\n</request>')])).toBe('any: last resort')
})

test('texts come in the language of the request', () => {
  expect(callOf([plannerSystem, user('<request>\nMake tea\n</request>')])).toContain('Tea then')
  expect(callOf([plannerSystem, user('<request>\n请泡一杯茶\n</request>')])).toContain('好的,泡茶')
})

test('dates count from the start of the run, over a year end and to the end of a short month', () => {
  expect(callOf([executorSystem, step('boil water')])).toBe('{"command":"look 2 January 2027 2027-02-28"}')
})

test('a number is taken from the newest result of the tool that shows it', () => {
  const messages = [
    executorSystem,
    step('boil water'),
    call('a', 'browser_view', {}),
    result('a', 'status: ok\n[3]<button>Stop</button>\n[12]<button>Boil</button>'),
  ]
  expect(callOf(messages)).toBe('{"target":"12"}')
})

test('a failed call does not count as progress, so the same thing is tried again', () => {
  const messages = [
    executorSystem,
    step('boil water'),
    call('a', 'shell_exec', {}),
    result('a', 'status: failed\n\nno power'),
  ]
  expect(callOf(messages)).toContain('look')
  expect(view(messages)).toMatchObject({ nthInStep: 2, progress: 1 })
})

test('sums are made of captured numbers', () => {
  const messages = [
    executorSystem,
    step('boil water'),
    call('a', 'shell_exec', {}),
    result('a', 'status: ok\ncup 3'),
    call('b', 'shell_exec', {}),
    result('b', 'status: ok\ncup 9'),
  ]
  expect(callOf(messages)).toBe('{"command":"cup 10"}')
})

test('results of an earlier step are not seen', () => {
  const messages = [
    executorSystem,
    step('boil water'),
    call('a', 'browser_view', {}),
    result('a', 'status: ok\n[12]<button>Boil</button>'),
    step('boil more', 's2'),
    call('b', 'shell_exec', {}),
    result('b', 'status: ok'),
  ]
  const decision = decide(all, view(messages))
  expect(decision).toMatchObject({ matched: false })
  expect(decision.matched ? [] : decision.nearest[0]?.misses).toEqual([
    '{{ button }}: /\\[(\\d+)\\][^\\n]*Boil/ is not in browser_view',
  ])
})

test('results that a text protocol put into user messages are results', () => {
  const messages = [
    executorSystem,
    step('boil water'),
    { role: 'assistant', content: '<tool_call>{}</tool_call>' },
    user('<tool_result name="browser_view">\nstatus: ok\n[7]<button>Boil</button>\n</tool_result>'),
  ]
  expect(callOf(messages)).toBe('{"target":"7"}')
})

test('without a rule the nearest ones are named with what they miss', () => {
  const decision = decide([tea], view([executorSystem, step('sweep the floor')]))
  expect(decision).toMatchObject({ matched: false, scenario: 'tea' })
  expect(decision.matched ? [] : decision.nearest[0]).toMatchObject({
    scenario: 'tea',
    rule: 'boil, reply 1',
    misses: [expect.stringContaining('/boil/ is not in')],
  })
})

test('a scenario with a mistake is refused with its place', () => {
  const rule = { when: { role: 'planer' }, reply: { text: 'x' } }
  expect(() => readScenario({ id: 'x', title: 'x', rules: [rule] }, 'x.yaml')).toThrow(
    /x\.yaml is no scenario: rules\.0/,
  )
  const badPattern = { when: { step: '(' }, reply: { text: 'x' } }
  expect(() => readScenario({ id: 'x', title: 'x', rules: [badPattern] }, 'x.yaml')).toThrow(
    /x\.yaml: \/\(\/ is no regular expression/,
  )
  const badFault = { reply: { text: 'x' }, faults: ['explode'] }
  expect(() => readScenario({ id: 'x', title: 'x', rules: [badFault] }, 'x.yaml')).toThrow(
    /no fault is named "explode"; there are status/,
  )
})
