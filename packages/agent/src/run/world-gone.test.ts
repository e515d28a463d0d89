import { expect, test } from 'vitest'
import { calls, done, plans, type Stage, stage } from '../testing/index.ts'

const asking = () =>
  stage({
    planner: [
      plans({ decision: 'plan', steps: [{ title: 'Ask', goal: 'Ask and write' }] }),
      plans({ decision: 'continue' }),
    ],
    executor: [
      calls(['message_ask', { text: 'Which name?' }]),
      calls(['file_write', { path: 'a.txt', content: 'x' }]),
      done(),
    ],
  })

/** What the server tells when the idle clock has stopped the container. */
function stopsIdle(on: Stage) {
  on.log.append('sandbox.update', { state: 'stopped' })
  on.agent.worldLost('The sandbox was stopped.')
}

test('a run that waits for an answer is still waiting when the computer was stopped, and goes on with the answer', async () => {
  const on = asking()
  await on.run('Write it')
  expect(on.agent.status.status).toBe('waiting')
  stopsIdle(on)
  await on.agent.settled()
  expect(on.agent.status.status).toBe('waiting')
  await on.run('Call it a')
  expect(on.all('step.end').map(({ outcome }) => outcome)).toEqual(['done'])
  expect(on.all('run.end').map(({ outcome }) => outcome)).toEqual(['ok'])
  const told = JSON.stringify(on.requests('executor')[1]?.messages)
  expect(told).toContain('answer: Call it a')
  expect(told).toContain('programs, shells and open pages are not')
})

test('that the computer was stopped is told once, also when the server was started anew in between', async () => {
  const on = asking()
  await on.run('Write it')
  stopsIdle(on)
  await on.restart()
  await on.run('Call it a')
  const told = on.log
    .entries()
    .filter((entry) => entry.type === 'thread.message' && entry.data.note === 'world_gone')
  expect(told).toHaveLength(1)
  expect(on.all('run.end').map(({ outcome }) => outcome)).toEqual(['ok'])
})

test('a run that a person paused goes on after the computer was stopped', async () => {
  const on = asking()
  on.desk.holds.set('file_write', () => on.until('status', ({ status }) => status === 'paused'))
  await on.run('Write it')
  on.say('Call it a')
  await on.until('tool.start', ({ name }) => name === 'file_write')
  on.agent.pause()
  await on.agent.settled()
  stopsIdle(on)
  expect(on.agent.status).toMatchObject({ status: 'paused', reason: 'user' })
  on.agent.resume()
  await on.agent.settled()
  expect(on.all('run.end').map(({ outcome }) => outcome)).toEqual(['ok'])
})

test('a computer that is stopped under a step at work rests the run until the person resumes it', async () => {
  const on = asking()
  await on.run('Write it')
  on.desk.holds.set('file_write', () => new Promise(() => {}))
  on.say('Call it a')
  await on.until('tool.start', ({ name }) => name === 'file_write')
  stopsIdle(on)
  await on.agent.settled()
  expect(on.agent.status).toMatchObject({ status: 'paused', reason: 'sandbox_lost' })
})
