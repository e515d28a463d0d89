import { calls, plans, type Stage, type StageScript, stage } from '@deskhand/agent/testing'

const plan = (title: string) => plans({ decision: 'plan', steps: [{ title, goal: `Do ${title}` }] })
const forever = (reply: (n: number) => ReturnType<typeof calls>): StageScript => ({
  planner: [plan('A'), plans({ decision: 'give_up', message: 'No.' })],
  executor: (_, n) => reply(n),
})
const view = calls(['browser_view', {}])
const read = (path: string) => calls(['file_read', { path }])

const signals: StageScript[] = [
  forever(() => read('here.md')),
  forever(() => read('missing.md')),
  forever((n) => (n % 2 ? read('here.md') : view)),
  forever((n) => calls(['browser_click', { target: `thing ${n}` }])),
  forever(() => ({ text: 'Let me think.' })),
  forever(() => ({ calls: [{ name: 'file_read', arguments: 'not json' }] })),
  {
    planner: (_, n) => plan(n === 0 ? 'A' : 'B'),
    executor: () => calls(['step_done', { status: 'failed', summary: 'No.' }]),
  },
]

/** How many of the seven signals end the step, or become a question, within the budget of a step. */
export async function loopsCaught(): Promise<number> {
  const caught = await Promise.all(signals.map(isCaught))
  return caught.filter(Boolean).length
}

async function isCaught(script: StageScript): Promise<boolean> {
  const on: Stage = stage(script)
  on.desk.files.set('/workspace/here.md', 'same')
  on.desk.pages.set('about:blank', { title: '', text: 'still' })
  await on.run('Do A')
  const failed = on.all('step.end').some(({ outcome }) => outcome === 'failed')
  const asked = on.all('ask.start').some(({ kind }) => kind === 'stuck')
  return (failed || asked) && on.requests('executor').length < 30
}
