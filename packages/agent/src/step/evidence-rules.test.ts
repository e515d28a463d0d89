import { expect, test } from 'vitest'
import { calls, Desk, done, plans, type Stage, type StageScript, stage } from '../testing/index.ts'

// The last paragraph of the contract's section 4, clause by clause.
const URL = 'http://table.example'
const write = (path: string) => calls(['file_write', { path, content: path }])
const open = calls(['browser_open', { url: URL }])
const claim = (artifacts?: string[]) => done('Done.', artifacts ? { artifacts } : {})

async function course(executor: StageScript['executor'], step: object = {}): Promise<Stage> {
  const desk = new Desk()
  desk.pages.set(URL, { title: 'Tables', text: 'Choose a table' })
  const plan = plans({ decision: 'plan', steps: [{ title: 'Book', goal: 'Book a table', ...step }] })
  const on = stage({ planner: [plan, plans({ decision: 'continue' })], executor }, { desk })
  await on.run('Book a table')
  expect(on.faults).toEqual([])
  return on
}
const ended = (on: Stage) => on.all('step.end').map(({ outcome, verified }) => ({ outcome, verified }))
const refusals = (on: Stage) =>
  on.log.entries().flatMap((entry) => (entry.type === 'step.refused' ? [entry.data.why] : []))

test('done is refused twice at most, with the reason, and then ends as failed', async () => {
  const on = await course([claim(), claim(), claim()])
  expect(refusals(on)).toHaveLength(2)
  expect(JSON.stringify(on.requests('executor')[1]?.messages.at(-1))).toContain(
    'no work tool ran in this step',
  )
  expect(ended(on)).toEqual([{ outcome: 'failed', verified: true }])
  expect(on.all('step.end')[0]?.summary).toBeDefined()
})

test('a control tool is no work: telling the person something does not make a step done', async () => {
  const on = await course([calls(['message_notify', { text: 'x' }]), claim(), claim(), claim()])
  expect(ended(on)[0]?.outcome).toBe('failed')
})

test('a skipped call is no work', async () => {
  const on = await course([
    calls(['message_ask', { text: 'Which?' }], ['file_write', { path: 'a', content: 'a' }]),
    claim(),
    claim(),
    claim(),
  ])
  await on.run('this one')
  expect(refusals(on)[0]).toContain('no work tool ran')
})

test.each([
  [
    'a declared file is missing',
    [write('a'), claim(['b']), claim(['b']), claim(['b'])],
    {},
    'do not exist: b',
  ],
  [
    'the expected file is missing',
    [write('a'), claim(), claim(), claim()],
    { expect: { file: 'b' } },
    'file b',
  ],
  [
    'the expected text is not on the page',
    [open, claim(), claim(), claim()],
    { expect: { page_text: 'Booked' } },
    '"Booked" on the open page',
  ],
  [
    'the last call that changes something failed',
    [write('a'), calls(['browser_open', { url: 'http://down.example' }]), claim(), claim(), claim()],
    {},
    'ended as timeout',
  ],
] as const)('done is refused when %s', async (_, executor, step, why) => {
  const on = await course([...executor], step)
  expect(refusals(on)).toHaveLength(2)
  expect(refusals(on)[0]).toContain(why)
  expect(ended(on)).toEqual([{ outcome: 'failed', verified: true }])
})

test('what was wanting can be made good: the next claim is taken', async () => {
  const on = await course([write('a'), claim(['b']), write('b'), claim(['b'])])
  expect(ended(on)).toEqual([{ outcome: 'done', verified: true }])
  expect(on.all('artifact').map(({ path }) => path)).toEqual(['/workspace/b'])
})

test('a later call that succeeds makes up for one that failed', async () => {
  const on = await course([calls(['browser_open', { url: 'http://down.example' }]), open, claim()])
  expect(refusals(on)).toEqual([])
  expect(ended(on)[0]?.outcome).toBe('done')
})

test('a look that fails after the change was made refuses nothing', async () => {
  const on = await course([write('a'), calls(['file_read', { path: 'nothing' }]), claim()])
  expect(ended(on)).toEqual([{ outcome: 'done', verified: true }])
})

test('an exit code other than 0 is ok with its number, and refuses the first done only', async () => {
  const fails = calls(['shell_exec', { command: 'exit 3' }])
  const on = await course([fails, claim(), fails, claim()])
  expect(
    on
      .all('tool.end')
      .filter(({ view }) => view.kind === 'shell')
      .map(({ outcome }) => outcome),
  ).toEqual(['ok', 'ok'])
  expect(JSON.stringify(on.requests('executor')[1]?.messages.at(-1))).toContain('exit: 3')
  expect(refusals(on)).toHaveLength(1)
  expect(refusals(on)[0]).toContain('exit code 3')
  expect(ended(on)[0]?.outcome).toBe('done')
})

test('only a step in which nothing could be checked is unverified', async () => {
  const nothing = await course([calls(['file_read', { path: 'nothing' }]), claim()])
  expect(ended(nothing)).toEqual([{ outcome: 'done', verified: false }])
  const looked = await course([open, claim()])
  expect(ended(looked)).toEqual([{ outcome: 'done', verified: true }])
})

test('failed and replan of the model are taken at its word: failed and interrupted', async () => {
  for (const [status, outcome] of [
    ['failed', 'failed'],
    ['replan', 'interrupted'],
  ]) {
    const on = await course([calls(['step_done', { status, summary: 'No.' }])])
    expect(ended(on)).toEqual([{ outcome, verified: true }])
  }
})
