import { afterEach, expect, test, vi } from 'vitest'
import { goldenTasks } from './golden-tasks.ts'
import { type GoldenStage, goldenStage } from './testing/golden-stage.ts'

// Whole runs with real programs, beside whatever else the machine does.
vi.setConfig({ testTimeout: 60_000 })

let stage: GoldenStage | undefined
afterEach(() => stage?.close())

const task = (id: string) => goldenTasks.find((one) => one.id === id)!
// One that is strict, one that must be answered in turns, one whose calls come as text. All of them, through the whole
// server, are in apps/server/src/models/personas.test.ts; through the agent alone in golden.long.test.ts.
const played = ['openai-strict', 'llamacpp', 'vllm-noparser']
const table = played.flatMap((name) => [[name, 'round-trip'] as const, [name, 'interruption'] as const])

test.each(table)('%s plays %s to its end', async (persona, id) => {
  stage = await goldenStage(persona)
  expect(await stage.play(task(id))).toBe('ok')
  await stage.check(task(id))
})

test('in a window of 32 k the long run is shortened on the way and nothing is refused', {
  timeout: 60_000,
}, async () => {
  stage = await goldenStage('openai-strict', {
    window: 32_768,
    model: { profile: { contextWindow: 32_768 } },
  })
  expect(await stage.play(task('long-run'))).toBe('ok')
  await stage.check(task('long-run'))
  expect(stage.run.all('context.cut').length).toBeGreaterThan(0)
  expect(stage.llm.metrics).toMatchObject({ refused: 0, violations: 0 })
  expect(stage.llm.metrics.peakTokens).toBeLessThan(32_768)
})

test('ollama-4k rests within two calls with the size and the cure, and goes on once num_ctx is raised', async () => {
  // As long as the product's own prompts and tools are.
  const instructions = 'Keep to the house rules of the workshop, all of them, one by one. '.repeat(320)
  stage = await goldenStage('ollama-4k', { settings: { instructions } })
  const { run, llm } = stage
  run.say(task('round-trip').request)
  await run.agent.settled()
  expect(run.agent.status).toMatchObject({ status: 'paused', reason: 'model_config' })
  expect(llm.journal.count).toBeLessThanOrEqual(2)
  const status = run.all('status').at(-1)
  expect(status?.text).toMatch(/4,096/)
  expect(status?.text).toMatch(/num_ctx/)
  llm.setWindow(16_384)
  run.agent.resume()
  expect(await run.ended()).toBe('ok')
  await stage.check(task('round-trip'))
})
