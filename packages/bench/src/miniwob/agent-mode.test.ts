import { expect, test } from 'vitest'
import { miniwobByAgent, missingModel } from './agent-mode.ts'
import { agentTasks } from './agent-tasks.ts'

test('without a model the sentence says what to set', () => {
  expect(missingModel({})).toContain('set API_BASE and MODEL_NAME (and API_KEY')
  expect(missingModel({ API_BASE: 'http://localhost:1/v1', MODEL_NAME: ' ' })).toContain('set MODEL_NAME (')
  expect(missingModel({ API_BASE: 'http://localhost:1/v1', MODEL_NAME: 'm' })).toBeUndefined()
})

test('the agent plays the 56 tasks of the subset, each once', () => {
  expect(new Set(agentTasks).size).toBe(56)
  expect(agentTasks).toHaveLength(56)
})

test('a task that is none of the agent’s is named', async () => {
  const bench = miniwobByAgent({ env: { MINIWOB_TASKS: 'click-test, no-such-task' }, seeds: 1 })
  await expect(bench.run({ say() {} })).rejects.toThrow('MINIWOB_TASKS names no-such-task, which')
})
