import { afterEach, expect, test } from 'vitest'
import { goldenTasks } from './golden-tasks.ts'
import { personas } from './personas/index.ts'
import { type GoldenStage, goldenStage } from './testing/golden-stage.ts'

let stage: GoldenStage | undefined
afterEach(() => stage?.close())

const task = (id: string) => goldenTasks.find((one) => one.id === id)!
// The one that cuts silently has a test of its own in golden.test.ts.
const short = personas
  .filter(({ name }) => name !== 'ollama-4k')
  .flatMap(({ name }) => [[name, 'round-trip'] as const, [name, 'interruption'] as const])

test.each(short)('%s plays %s to its end', async (name, id) => {
  stage = await goldenStage(name)
  expect(await stage.play(task(id))).toBe('ok')
  await stage.check(task(id))
})

test.each(personas.map((persona) => [persona.name]))(
  '%s plays the long run in 32 k to its end',
  { timeout: 120_000 },
  async (name) => {
    const long = task('long-run')
    stage = await goldenStage(name, { window: 32_768, model: { profile: { contextWindow: 32_768 } } })
    expect(await stage.play(long)).toBe('ok')
    await stage.check(long)
    expect(stage.run.all('context.cut').length).toBeGreaterThan(0)
  },
)
