import { goldenTasks, personas } from '@deskhand/fake-llm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoldenServer, goldenServer } from '../testing/golden-server.ts'
import { personaCourse } from '../testing/persona-course.ts'

let golden: GoldenServer
beforeAll(async () => {
  golden = await goldenServer()
})
afterAll(() => golden.close())

const table = personas.flatMap(({ name }) => goldenTasks.map((task) => [name, task.id, task] as const))

test.each(table)(
  '%s plays the golden %s through the whole server',
  { timeout: 60_000 },
  async (name, _, task) => {
    expect(await personaCourse(golden, name, task)).toEqual([])
  },
)
