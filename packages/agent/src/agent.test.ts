import { expect, test } from 'vitest'
import { calls, done, plans, stage } from './testing/index.ts'

const twoSteps = plans({
  decision: 'plan',
  title: 'Notes',
  message: 'I will write the notes.',
  steps: [
    { title: 'Write', goal: 'Write notes.md' },
    { title: 'Check', goal: 'Check notes.md' },
  ],
})

test('a request is planned, done step by step, looked at after each and reported', async () => {
  const { run, types, all, desk, agent, faults } = stage({
    planner: [twoSteps, plans({ decision: 'continue' }), plans({ decision: 'continue' })],
    executor: [
      calls(['file_write', { path: 'notes.md', content: 'hello' }]),
      done('Wrote notes.md.', { artifacts: ['notes.md'] }),
      calls(['file_read', { path: 'notes.md' }]),
      done('It says hello.'),
    ],
    reporter: [{ text: 'The notes are in /workspace/notes.md.' }],
  })
  await run('Write some notes')
  expect(faults).toEqual([])
  expect(types()).toEqual([
    'message',
    'run.start',
    'status',
    'session.update',
    'message',
    'plan.update',
    'status',
    'step.start',
    'tool.start',
    'tool.end',
    'tool.start',
    'artifact',
    'tool.end',
    'step.end',
    'status',
    'status',
    'step.start',
    'tool.start',
    'tool.end',
    'tool.start',
    'tool.end',
    'step.end',
    'status',
    'status',
    'message',
    'run.end',
    'status',
  ])
  expect(all('status').map(({ status }) => status)).toEqual([
    'planning',
    'running',
    'updating',
    'running',
    'updating',
    'reporting',
    'idle',
  ])
  expect(all('step.end').map(({ outcome, verified }) => [outcome, verified])).toEqual([
    ['done', true],
    ['done', true],
  ])
  expect(all('run.end')[0]).toMatchObject({ outcome: 'ok', usage: { calls: 8, toolCalls: 4 } })
  expect(all('message').at(-1)).toMatchObject({ final: true, text: 'The notes are in /workspace/notes.md.' })
  expect(desk.effects).toHaveLength(1)
  expect(agent.status).toEqual({ status: 'idle' })
})

test('a greeting costs one model call and no computer', async () => {
  const { run, model, desk, all } = stage({ planner: [plans({ decision: 'answer', message: 'Hello!' })] })
  await run('hi')
  expect(model.requests).toHaveLength(1)
  expect(desk.entered).toBe(0)
  expect(all('message').at(-1)).toMatchObject({ text: 'Hello!', final: true })
  expect(all('run.end')[0]?.outcome).toBe('ok')
  expect(all('plan.update')).toEqual([])
})
