import { carriedMessage, type DirectiveFacts, firstMessage, runMessages } from '../context/directive.ts'
import { localTime } from '../context/time.ts'
import type { Core } from '../run/core.ts'
import { runSteps, type StepState } from '../state/session-state.ts'
import { browserNow } from './partial-report.ts'

/** Makes sure of the computer, puts the person's files there, and begins the step. */
export async function startStep(core: Core<unknown>, step: StepState, signal: AbortSignal): Promise<void> {
  await core.deps.surroundings.enter(signal)
  signal.throwIfAborted()
  await placeFiles(core)
  signal.throwIfAborted()
  core.journal.append('step.start', { stepId: step.id })
}

async function placeFiles(core: Core<unknown>): Promise<void> {
  const fresh = runMessages(core.state).filter(
    ({ id, attachments }) => attachments.length > 0 && !core.state.placed.has(id),
  )
  if (fresh.length === 0) return
  await core.deps.surroundings.place(fresh.flatMap(({ attachments }) => attachments))
  core.journal.append('files.placed', { messages: fresh.map(({ id }) => id) })
}

/** The step's thread: one of its own, or the traffic of the step before when the plan says so. */
export async function openThread(core: Core<unknown>, step: StepState): Promise<void> {
  const { state, deps } = core
  const browser = await browserNow(core)
  const facts: DirectiveFacts = {
    time: localTime(deps.clock.now(), deps.settings.timeZone),
    ...(browser && { browser }),
    skills: namedSkills(core),
  }
  const before = step.carry ? stepBefore(core, step)?.thread : undefined
  const thread = before ?? `step:${step.id}`
  const parts = before ? carriedMessage(state, step, facts) : firstMessage(state, step, facts)
  core.journal.commit([
    { type: 'thread.message', data: { thread, parts, note: 'directive' } },
    { type: 'step.thread', data: { stepId: step.id, thread } },
  ])
}

function stepBefore(core: Core<unknown>, step: StepState): StepState | undefined {
  const steps = runSteps(core.state)
  return steps.slice(0, steps.indexOf(step)).findLast(({ thread }) => thread !== undefined)
}

/** Paths of skills that the person named as `/skill:name` in this run. */
function namedSkills(core: Core<unknown>): string[] {
  const said = runMessages(core.state)
    .map(({ text }) => text)
    .join('\n')
  const named = new Set([...said.matchAll(/\/skill:([\w-]+)/g)].map((hit) => hit[1]))
  return (core.deps.settings.skills ?? []).filter(({ name }) => named.has(name)).map(({ path }) => path)
}
