import { everyFault, goldenTasks, personas as known } from '@deskhand/fake-llm'
import {
  countRequests,
  faultCourse,
  faultName,
  type GoldenServer,
  goldenServer,
  personaCourse,
} from '@deskhand/server/testing'
import type { Bench, BenchContext, Metric } from './bench.ts'
import { tokenizerStall } from './tokenizer.ts'

/** How the product gets on with every kind of model server, and with every way one of them goes wrong. */
export const personas: Bench = {
  name: 'personas',
  async run(context) {
    const golden = await goldenServer()
    try {
      return {
        personas_passed: await personasPassed(golden, context),
        faults_survived_percent: await faultsSurvived(golden, context),
        tokenizer_stall_ms: await tokenizerStall(),
      }
    } finally {
      await golden.close()
    }
  },
}

async function personasPassed(golden: GoldenServer, { say }: BenchContext): Promise<Metric> {
  let value = 0
  for (const { name } of known) {
    const wrong: string[] = []
    for (const task of goldenTasks)
      for (const line of await personaCourse(golden, name, task)) wrong.push(`${task.id}: ${line}`)
    say(`${name}: ${wrong.length === 0 ? 'passed' : wrong.join('; ')}`)
    if (wrong.length === 0) value += 1
  }
  const note = `of ${known.length}, ${goldenTasks.length} golden scenarios each`
  return { value, unit: 'personas', n: known.length * goldenTasks.length, goal: known.length, note }
}

async function faultsSurvived(golden: GoldenServer, { say }: BenchContext): Promise<Metric> {
  const last = await countRequests(golden)
  let played = 0
  let survived = 0
  for (const fault of everyFault)
    for (const request of [1, Math.ceil(last / 2), last]) {
      const { wrong } = await faultCourse(golden, { fault, request, lasting: false })
      played += 1
      if (wrong.length === 0) survived += 1
      else say(`${faultName(fault)} at request ${request}: ${wrong.join('; ')}`)
    }
  const value = Math.floor((1_000 * survived) / played) / 10
  const note = `${everyFault.length} faults at first, middle and last request`
  return { value, unit: '%', n: played, goal: 100, note }
}
