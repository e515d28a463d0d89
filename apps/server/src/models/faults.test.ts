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
  process.stdout.write(`\n${faultTable(courses)}\n`)
  await golden.close()
})

// Every request, and faults that last, are in faults.long.test.ts.
test.each(everyFault.map((fault) => [faultName(fault), fault] as const))(
  '%s at the first, a middle or the last request leaves no dead session',
  { timeout: 60_000 },
  async (_, fault) => {
    for (const request of [1, Math.ceil(requests / 2), requests]) {
      const course = await faultCourse(golden, { fault, request, lasting: false })
      courses.push(course)
      expect(course.wrong, `request ${request}`).toEqual([])
    }
  },
)
