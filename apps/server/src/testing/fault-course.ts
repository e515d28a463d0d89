import { type FaultInput, type GoldenTask, goldenTasks } from '@deskhand/fake-llm'
import type { GoldenRun, GoldenServer } from './golden-server.ts'
import { type Rest, restText } from './rest.ts'

const [task] = goldenTasks as [GoldenTask]
// More than any client tries.
const LASTING = 30

export interface FaultCourse {
  /** as a person reads it: status 429 retryAfter=7 */
  fault: string
  /** which request of the run it is laid on, counted from 1 */
  request: number
  lasting: boolean
  /** where the run first came to rest: ok, partial, failed, paused (reason) … */
  rested: string
  /** what is not as it should be; empty: survived */
  wrong: string[]
}

/** How many requests the run has that nothing disturbs. */
export async function countRequests(golden: GoldenServer): Promise<number> {
  const run = await golden.start({ persona: 'openai-strict' })
  const rest = await run.play(task)
  const { count } = run.llm.journal
  await run.end()
  if (rest.outcome !== 'ok') throw new Error(`The undisturbed run ended as ${restText(rest)}`)
  return count
}

export const faultName = (fault: FaultInput): string => {
  if (typeof fault === 'string') return fault
  const { fault: name, message: _, ...params } = fault as Record<string, unknown>
  return [name, ...Object.entries(params).map(([key, value]) => `${key}=${value}`)].join(' ')
}

/**
 * One run with a fault at one of its requests, once or for as long as it is asked. It survives when it finishes, or
 * rests where it can be sent on from and then finishes.
 */
export async function faultCourse(
  golden: GoldenServer,
  { fault, request, lasting }: { fault: FaultInput; request: number; lasting: boolean },
): Promise<FaultCourse> {
  const faults = Array.from({ length: lasting ? LASTING : 1 }, () => fault)
  const run = await golden.start({ persona: 'openai-strict', faults: [{ request, faults }] })
  const course = { fault: faultName(fault), request, lasting }
  try {
    const first = await run.play(task)
    run.llm.setFaults([])
    const last = await sentOn(run, first)
    const wrong = last.status === 'idle' ? [] : [`rests in the end: ${restText(last)}`]
    if (last.outcome === 'failed') wrong.push('ends as failed')
    // A part that a provider refuses for good may be missing, as long as the report says so.
    if (last.outcome === 'ok') wrong.push(...run.faults(task))
    return { ...course, rested: restText(first), wrong }
  } finally {
    await run.end()
  }
}

async function sentOn(run: GoldenRun, first: Rest): Promise<Rest> {
  let rest = first
  for (let times = 0; times < 3 && rest.status === 'paused'; times++) rest = await run.goOn('resume')
  if (rest.outcome === 'failed') rest = await run.goOn('retry')
  return rest
}

/** A table with a line per fault and a column per request. */
export function faultTable(courses: readonly FaultCourse[]): string {
  const requests = [...new Set(courses.map(({ request }) => request))].sort((a, b) => a - b)
  const lines = [...new Set(courses.map(({ fault }) => fault))].map((fault) => {
    const cells = requests.map((request) => {
      const course = courses.find((one) => one.fault === fault && one.request === request)
      const mark = course?.wrong.length ? '✗ ' : ''
      return `${mark}${course?.rested ?? ''}`.padEnd(24)
    })
    return `${fault.padEnd(44)} ${cells.join(' ')}`
  })
  const head = requests.map((request) => `request ${request}`.padEnd(24)).join(' ')
  return [`${''.padEnd(44)} ${head}`, ...lines].join('\n')
}
