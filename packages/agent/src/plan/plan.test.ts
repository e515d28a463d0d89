import { expect, test } from 'vitest'
import { calls, done, plans, stage } from '../testing/index.ts'
import { asksForNow } from './now-facts.ts'
import { readDecision } from './read-decision.ts'

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }
const read = (text: string) => readDecision({ text, calls: [], finish: 'stop', usage })
const write = (path: string) => calls(['file_write', { path, content: path }])

test('a plan hidden in noise is found, never one from inside the thinking', () => {
  const plan = {
    decision: 'plan',
    steps: [{ title: '一', goal: 'write "}" down' }, { title: 'two', goal: 'b' }, 'three'],
  }
  const text = `<think>maybe {"steps":[{"description":"WRONG"}]}</think>\nSure:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nHope this helps {}`
  const found = read(text)
  expect(found.ok && found.plan.steps.map(({ title }) => title)).toEqual(['一', 'two', 'three'])
})

test('prose instead of a plan is asked for once more, then the request is done as one step', async () => {
  const on = stage({
    planner: [{ text: 'I will just do it.' }, { text: 'Really.' }, plans({ decision: 'continue' })],
    executor: [write('a'), done()],
  })
  await on.run('Write a')
  expect(on.all('plan.update')[0]?.steps).toHaveLength(1)
  expect(on.all('notice').map(({ code }) => code)).toEqual(['PLAN_FALLBACK'])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('a decision that does not fit is answered once with the allowed words, then read as continue', async () => {
  const on = stage({
    planner: [
      plans({ steps: ['A', 'B'] }),
      plans({ decision: 'answer', message: 'x' }),
      plans({ decision: 'stop' }),
      plans({ decision: 'continue' }),
    ],
    executor: [write('a'), done(), write('b'), done()],
  })
  await on.run('Do A and B')
  expect(JSON.stringify(on.requests('planner')[2])).toContain(
    'Allowed decisions now: plan, continue, ask, give_up',
  )
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('finished steps are not done twice, ids are never used again, at most twelve remain', async () => {
  const many = Array.from({ length: 15 }, (_, n) => ({ title: `T${n}`, goal: `G${n}` }))
  const on = stage({
    planner: [
      plans({ decision: 'plan', steps: ['A', 'B'] }),
      plans({ decision: 'plan', steps: ['A', ...many] }),
      plans({ decision: 'give_up' }),
    ],
    executor: [write('a'), done(), write('b'), calls(['step_done', { status: 'failed', summary: 'no' }])],
  })
  await on.run('Do it')
  const last = on.all('plan.update')[1]
  expect(last?.steps.map(({ title }) => title).slice(0, 2)).toEqual(['A', 'T0'])
  expect(last?.steps).toHaveLength(13)
  expect(JSON.stringify(on.requests('planner').at(-1))).toContain('equals a finished step')
  const ids = on.all('plan.update').flatMap(({ steps }) => steps.map(({ id, title }) => `${id} ${title}`))
  expect(new Set(ids.map((line) => line.split(' ')[0])).size).toBe(new Set(ids).size)
})

test('a failed step that a later one makes up for does not spoil the outcome', async () => {
  const on = stage({
    planner: [
      plans({ decision: 'plan', steps: ['A'] }),
      plans({ decision: 'plan', steps: [{ title: 'A2', goal: 'another way', replaces: 'step1' }] }),
      plans({ decision: 'continue' }),
    ],
    executor: [calls(['step_done', { status: 'failed', summary: 'no' }]), write('a'), done()],
  })
  await on.run('Do A')
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('the planner asks, and plans with the answer', async () => {
  const on = stage({
    planner: [
      plans({ decision: 'ask', message: 'Which city?' }),
      plans({ decision: 'plan', steps: ['A'] }),
      plans({ decision: 'continue' }),
    ],
    executor: [write('a'), done()],
  })
  await on.run('Find a hotel')
  expect(on.agent.status.status).toBe('waiting')
  await on.run('the nearest')
  expect(JSON.stringify(on.requests('planner')[1])).toContain('the nearest')
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('what only the world knows now is told from what one can know', () => {
  const now = [
    'What is the weather in Paris?',
    "today's gold price",
    'latest Node version release',
    'How much is a flight ticket?',
    '今天股价多少',
    '现在人民币汇率',
    'opening hours of the museum',
  ]
  const lasting = [
    'hi',
    'Explain what a price index is',
    'What is 2+2?',
    'Write a poem about the weather',
    '你好',
    '什么是汇率制度',
    'thanks',
  ]
  expect(now.filter((text) => !asksForNow(text))).toEqual([])
  expect(lasting.filter(asksForNow)).toEqual([])
})
