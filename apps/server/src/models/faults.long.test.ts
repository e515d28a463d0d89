import { everyFault } from '@deskhand/fake-llm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countRequests,
  type FaultCourse,
  faultCourse,
  faultName,
  faultTable,
} from '../testing/fault-course.ts'
import { type GoldenServer, goldenServer } from '../testing/golden-server.ts'

let golden: GoldenServer
let requests: number
const courses: FaultCourse[] = []
beforeAll(async () => {
  golden = await goldenServer()
  requests = await countRequests(golden)
})
afterAll(async () => {
  for (const lasting of [false, true]) {
    const table = faultTable(courses.filter((course) => course.lasting === lasting))
    process.stdout.write(`\n${lasting ? 'until the person sees to it' : 'once'}\n${table}\n`)
  }
  await golden.close()
})

const table = everyFault.flatMap((fault) => [
  [faultName(fault), 'once', fault] as const,
  [faultName(fault), 'until it is mended', fault] as const,
])

test.each(table)('%s %s at any request leaves no dead session', async (_, how, fault) => {
  for (let request = 1; request <= requests; request++) {
    const course = await faultCourse(golden, { fault, request, lasting: how !== 'once' })
    courses.push(course)
    expect(course.wrong, `request ${request}`).toEqual([])
  }
})
