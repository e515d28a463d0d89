import { calls, plans, stage } from '@deskhand/agent/testing'
import type { Clock } from '@deskhand/llm'

const plan = plans({ decision: 'plan', steps: [{ title: 'A', goal: 'Do A' }] })
const never = new Promise<never>(() => {})

/** ms from a person's message to the planner's request, with a reply or a command under way. */
export async function interruptToPlanner(inFlight: 'model' | 'shell', clock: Clock): Promise<number> {
  const on = stage(
    {
      planner: [plan, { text: '', until: never }],
      executor: [
        inFlight === 'model' ? { text: '', until: never } : calls(['shell_exec', { command: 'sleep' }]),
      ],
    },
    { clock },
  )
  on.desk.holds.set('shell_exec', untilTold)
  on.say('Do A')
  if (inFlight === 'model') await on.asked('executor')
  else await on.until('tool.start')
  const began = performance.now()
  on.say('rather B')
  await on.asked('planner', 2)
  const took = performance.now() - began
  on.agent.stop()
  await on.agent.settled()
  return took
}

/** ms from the stop to the last call of a model or a tool that begins after it; 0 when none does. */
export async function stopToQuiet(clock: Clock): Promise<number> {
  const on = stage(
    {
      planner: [plan],
      executor: [calls(['shell_exec', { command: 'sleep' }], ['file_write', { path: 'a', content: 'a' }])],
    },
    { clock },
  )
  on.desk.holds.set('shell_exec', untilTold)
  on.say('Do A')
  await on.until('tool.start')
  const begins = new Set(['tool.start', 'model.request'])
  const began = performance.now()
  let last = began
  const commit = on.log.onCommit
  on.log.onCommit = (entry) => {
    if (begins.has(entry.type)) last = performance.now()
    commit?.(entry)
  }
  on.agent.stop()
  await on.agent.settled()
  return last - began
}

const untilTold = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
