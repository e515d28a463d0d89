import { expect, test } from 'vitest'
import { calls, done, plans, stage } from '../testing/index.ts'

const sites = ['air', 'rail', 'hotel', 'museum', 'weather', 'food'] as const
const open = (site: string) => calls(['browser_open', { url: `http://${site}.example` }])
const go = plans({ decision: 'continue' })

test('a trip over seven sites, one down and one behind a login, ends partial with exactly the failed part named', async () => {
  const on = stage({
    planner: [
      plans({
        decision: 'plan',
        steps: ['Flight there', 'Night in a hotel', 'Concert ticket', 'Sights and food'].map((title) => ({
          title,
          goal: title,
        })),
      }),
      go,
      go,
      go,
      go,
    ],
    executor: [
      calls(['browser_open', { url: 'http://air.example' }]),
      open('rail'),
      done('The flight is found.', { facts: ['flight: http://air.example'] }),
      open('hotel'),
      calls(['message_ask', { text: 'Please sign in', takeover: true }]),
      calls(['browser_view', {}]),
      done('The room is booked.'),
      open('tickets'),
      calls(['step_done', { status: 'failed', summary: 'The ticket site does not answer.' }]),
      open('museum'),
      open('weather'),
      open('food'),
      done('Three sights, two restaurants.'),
    ],
    reporter: [{ text: 'Your trip is ready: flight, hotel, sights.' }],
  })
  for (const site of sites)
    on.desk.pages.set(`http://${site}.example`, { title: site, text: `All about ${site}` })
  await on.run('Plan my trip')
  await on.agent.takeOver('ann')
  on.agent.handBack('ann')
  await on.agent.settled()
  expect(on.faults).toEqual([])
  expect(on.all('step.end').map(({ outcome }) => outcome)).toEqual(['done', 'done', 'failed', 'done'])
  expect(on.all('run.end')[0]?.outcome).toBe('partial')
  const [, added] = on.all('message').at(-1)!.text.split('For the record')
  expect(added?.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- Concert ticket: The ticket site does not answer.',
  ])
})

test('a report that names its failures itself is left as it is', async () => {
  const text = 'The concert ticket failed: the site did not answer.'
  const on = stage({
    planner: [plans({ decision: 'plan', steps: ['Concert ticket'] }), plans({ decision: 'give_up' })],
    executor: [calls(['step_done', { status: 'failed', summary: 'No answer.' }])],
    reporter: [{ text }],
  })
  await on.run('Buy a ticket')
  expect(on.all('message').at(-1)?.text).toBe(text)
})

test('a file that the report names and nobody made is said to be missing', async () => {
  const on = stage({
    planner: [plans({ decision: 'plan', steps: ['Write'] }), go],
    executor: [calls(['file_write', { path: 'a.md', content: 'a' }]), done()],
    reporter: [{ text: 'See /workspace/a.md and /workspace/orders.json.' }],
  })
  await on.run('Write')
  const text = on.all('message').at(-1)!.text
  expect(text).toContain('- /workspace/orders.json: was named but does not exist')
  expect(text).not.toContain('- /workspace/a.md')
})
