import { expect, test } from 'vitest'
import { calls, Desk, done, plans, type Stage, type StageScript, stage } from '../testing/index.ts'

const plan = plans({ decision: 'plan', steps: [{ title: 'A', goal: 'Do A' }] })
const go = plans({ decision: 'continue' })
const open = (url: string) => calls(['browser_open', { url }])
const buy = (what = 'Buy') => calls(['browser_click', { target: what }])
const SHOP = 'http://shop.example'
const OTHER = 'http://other.example'

function shopping(
  executor: StageScript['executor'],
  settings: { approvals?: 'always' | 'never' } = {},
): Stage {
  const desk = new Desk()
  for (const url of [SHOP, OTHER]) desk.pages.set(url, { title: url, text: 'Buy' })
  return stage({ planner: [plan, go, go], executor }, { desk, settings })
}
const asked = (on: Stage) => on.all('ask.start').filter(({ kind }) => kind === 'approval')
const answer = (on: Stage, approve: 'once' | 'run' | 'no', text = '') =>
  on.run(text, { approve, replyTo: asked(on).at(-1)!.askId })
const clicks = (on: Stage) =>
  on.desk.effects.map(({ what }) => what).filter((what) => what.startsWith('click'))

test('a yes for once is for that call alone', async () => {
  const on = shopping([open(SHOP), buy(), buy(), done()])
  await on.run('Buy it twice')
  await answer(on, 'once')
  expect(clicks(on)).toEqual(['click Buy'])
  expect(asked(on)).toHaveLength(2)
  await answer(on, 'once')
  expect(clicks(on)).toEqual(['click Buy', 'click Buy'])
})

test('a yes for the run covers the same host and no other, and ends with the run', async () => {
  const on = shopping([open(SHOP), buy(), buy('Buy more'), open(OTHER), buy(), done()])
  await on.run('Buy it')
  await answer(on, 'run')
  expect(clicks(on)).toEqual(['click Buy', 'click Buy more'])
  expect(asked(on).map(({ call }) => call?.url)).toEqual([SHOP, OTHER])
})

test('the question comes before the call starts, and tells the page and what the number points at', async () => {
  const on = shopping([open(SHOP), buy()])
  await on.run('Buy it')
  expect(asked(on)[0]?.call).toEqual({
    name: 'browser_click',
    args: { target: 'Buy' },
    risk: 'activate',
    url: SHOP,
    element: 'Buy',
  })
  expect(on.all('tool.start').map(({ name }) => name)).toEqual(['browser_open'])
  expect(on.agent.status.status).toBe('waiting')
})

test('at yes the target is looked at again: another page than the one asked about is asked about anew', async () => {
  const on = shopping([open(SHOP), buy(), done()])
  await on.run('Buy it')
  on.desk.url = OTHER
  await answer(on, 'once')
  expect(clicks(on)).toEqual([])
  expect(asked(on).map(({ call }) => call?.url)).toEqual([SHOP, OTHER])
})

test('a no ends the call as skipped, with the person’s words', async () => {
  const on = shopping([open(SHOP), buy(), calls(['step_done', { status: 'failed', summary: 'Not bought.' }])])
  await on.run('Buy it')
  await answer(on, 'no', 'too dear')
  expect(on.all('tool.end').map(({ outcome }) => outcome)).toContain('skipped')
  const told = JSON.stringify(on.requests('executor')[2]?.messages.at(-1))
  expect(told).toContain('status: skipped')
  expect(told).toContain('The person said no: too dear')
  expect(clicks(on)).toEqual([])
})

test('an open question about a call outlives the server, and its yes is for that call', async () => {
  const on = shopping([open(SHOP), buy(), done()])
  await on.run('Buy it')
  await on.restart()
  expect(on.agent.status.status).toBe('waiting')
  expect(asked(on)).toHaveLength(1)
  await answer(on, 'once')
  expect(clicks(on)).toEqual(['click Buy'])
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('whoever used a site with their own hands has said yes to it: the site of the tab in front', async () => {
  const on = shopping([
    open(SHOP),
    calls(['message_ask', { text: 'Log in, please', takeover: true }]),
    buy(),
    done(),
  ])
  await on.run('Buy it')
  await on.agent.takeOver('ann')
  on.desk.tabs = `tabs (* = current):\n  t1 ${OTHER}  "other"\n* t2 ${SHOP}  "shop"`
  on.agent.handBack('ann')
  await on.agent.settled()
  expect(asked(on)).toEqual([])
  expect(clicks(on)).toEqual(['click Buy'])
})

test('with approvals set to always each call that changes something is asked about, and a yes for the run covers the tool', async () => {
  const write = (path: string) => calls(['file_write', { path, content: 'x' }])
  const on = shopping([calls(['file_read', { path: 'a' }]), write('a'), write('b'), done()], {
    approvals: 'always',
  })
  await on.run('Write')
  expect(asked(on).map(({ call }) => call?.name)).toEqual(['file_write'])
  await answer(on, 'run')
  expect(asked(on)).toHaveLength(1)
  expect(on.desk.effects).toHaveLength(2)
})

test('with approvals set to never nothing is asked', async () => {
  const on = shopping([open(SHOP), buy(), done()], { approvals: 'never' })
  await on.run('Buy it')
  expect(asked(on)).toEqual([])
  expect(clicks(on)).toEqual(['click Buy'])
})
