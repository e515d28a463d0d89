import { expect, test } from 'vitest'
import { calls, done, plans, type Stage, type StageScript, stage } from '../testing/index.ts'

const plan = (step: Record<string, unknown>) =>
  plans({ decision: 'plan', steps: [{ title: 'Book', goal: 'Book a table', ...step }] })
const giveUp = plans({ decision: 'give_up', message: 'It did not work.' })
const claim = (more: Record<string, unknown> = {}) => done('All is done.', more)

async function ends(
  step: Record<string, unknown>,
  executor: StageScript['executor'],
  pages: Record<string, string> = {},
): Promise<Stage> {
  const on = stage({ planner: [plan(step), giveUp], executor, reporter: [{ text: 'Everything went fine.' }] })
  for (const [url, text] of Object.entries(pages)) on.desk.pages.set(url, { title: url, text })
  await on.run('Book a table')
  expect(on.faults).toEqual([])
  return on
}

const hallucinated: [string, () => Promise<Stage>][] = [
  [
    'the navigation timed out',
    () => ends({}, [calls(['browser_open', { url: 'http://down.example' }]), claim(), claim(), claim()]),
  ],
  [
    'the file was never written',
    () =>
      ends({}, [
        calls(['file_read', { path: 'x' }]),
        claim({ artifacts: ['report.md'] }),
        claim({ artifacts: ['report.md'] }),
        claim({ artifacts: ['report.md'] }),
      ]),
  ],
  [
    'the wrong file was written',
    () =>
      ends({ expect: { file: 'report.md' } }, [
        calls(['file_write', { path: 'notes.md', content: 'x' }]),
        claim(),
        claim(),
        claim(),
      ]),
  ],
  [
    'a guide stands in for the booking',
    () =>
      ends(
        { expect: { page_text: 'Booking confirmed' } },
        [
          calls(['browser_open', { url: 'http://table.example' }], ['message_notify', { text: 'x' }]),
          calls(['file_write', { path: 'how-to-book.md', content: '1. Call' }]),
          claim(),
          claim(),
          claim(),
        ],
        { 'http://table.example': 'Choose a table' },
      ),
  ],
]

test.each(hallucinated)('a claim of success is not believed when %s', async (_, run) => {
  const on = await run()
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed', verified: true })
  expect(on.all('run.end')[0]?.outcome).toBe('failed')
  // The report said that all was well; code adds what it left out.
  expect(on.all('message').at(-1)?.text).toContain('Book')
  expect(on.all('message').at(-1)?.text).toContain('For the record')
  const refused = on.all('tool.end').filter(({ outcome }) => outcome === 'failed')
  expect(refused.length).toBeGreaterThanOrEqual(3)
})

test('an answer from memory about today’s prices is sent back once, then ends partial with a notice', async () => {
  const answer = plans({ decision: 'answer', message: 'It costs 12.' })
  const on = stage({ planner: [answer, answer] })
  await on.run('What is the bitcoin price today?')
  expect(on.requests('planner')).toHaveLength(2)
  expect(on.all('notice').map(({ code }) => code)).toEqual(['NOT_LOOKED_UP'])
  expect(on.all('run.end')[0]?.outcome).toBe('partial')
  expect(on.desk.entered).toBe(0)
})

test('a command that ends with another code than 0 refuses the first claim only', async () => {
  const on = await ends({}, [calls(['shell_exec', { command: 'exit 1' }]), claim(), claim()])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'done' })
})

test('a claim without any work is refused, and taken after work', async () => {
  const on = await ends({}, [claim(), calls(['file_write', { path: 'a', content: 'a' }]), claim()])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'done', verified: true })
})

test('a step in which nothing could be checked is marked so', async () => {
  const on = await ends({}, [calls(['file_read', { path: 'nothing' }]), claim()])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'done', verified: false })
  expect(on.all('message').at(-1)?.text).toContain('not verified')
})

test('text without a call is nudged once and then, after work, is the step’s summary', async () => {
  const on = await ends({}, [
    calls(['file_write', { path: 'a', content: 'a' }]),
    { text: 'Written.' },
    { text: 'As I said, written.' },
  ])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'done', summary: 'As I said, written.' })
})

test('text without any work ends the step as failed at the third time', async () => {
  const on = await ends({}, [{ text: 'a' }, { text: 'b' }, { text: 'c' }])
  expect(on.all('step.end')[0]).toMatchObject({ outcome: 'failed' })
})

test('a file handed over is an artifact once per path and content', async () => {
  const on = await ends({}, [
    calls(
      ['file_write', { path: 'a.md', content: 'a' }],
      ['message_notify', { text: 'Here', attachments: ['a.md'] }],
    ),
    claim({ artifacts: ['a.md'] }),
  ])
  expect(on.all('artifact')).toHaveLength(1)
  expect(on.all('artifact')[0]).toMatchObject({ path: '/workspace/a.md', size: 1 })
  expect(on.all('message').find(({ text }) => text === 'Here')?.attachments).toHaveLength(1)
})
