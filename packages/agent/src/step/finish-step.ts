import type { ControlUse } from '../control-tools/control-tool.ts'
import type { NewEntry, StepClose } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { StepState } from '../state/session-state.ts'
import { resultEntry, startEntry } from '../turn/call-entries.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import { judge } from './evidence.ts'

const MOST_REFUSALS = 2
const LONGEST_SUMMARY = 1_500

export interface StepDoneArgs {
  status: 'done' | 'failed' | 'replan'
  summary: string
  facts?: string[]
  artifacts?: string[]
  problems?: string[]
  lesson?: string
}

/** `step_done`: ends the step, or refuses the end with the reason. */
export async function finishStep(
  core: Core<unknown>,
  { call, step, args, lines }: ControlUse<StepDoneArgs>,
): Promise<void> {
  const start = startEntry(
    call,
    args as unknown as Record<string, unknown>,
    `step_done: ${args.summary.slice(0, 80)}`,
  )
  const end = await closing(core, step, args)
  if ('refused' in end) {
    core.journal.commit([
      start,
      { type: 'step.refused', data: { stepId: step.id, why: end.refused, ...(end.exit && { exit: true }) } },
      resultEntry(core, call, {
        outcome: 'failed',
        head: lines,
        content: `Refused: ${end.refused}. The step is still open.`,
        view: { kind: 'text', text: `Refused: ${end.refused}` },
      }),
    ])
    return
  }
  core.journal.commit([
    start,
    ...end.entries,
    resultEntry(core, call, {
      outcome: end.close.by === 'evidence' ? 'failed' : 'ok',
      head: lines,
      content:
        end.close.by === 'evidence'
          ? `Refused again: ${end.close.problems?.at(-1)}. The step ends as failed.`
          : 'The step has ended.',
      view: { kind: 'text', text: args.summary },
    }),
    ...skipOpenCalls(core, 'the step had ended', call.id),
    { type: 'step.close', data: end.close },
  ])
}

export type Closing = { close: StepClose; entries: NewEntry[] } | { refused: string; exit?: true }

/** How a step ends that the model wants ended: as it says, refused, or as failed once refusing did not help. */
export async function closing(core: Core<unknown>, step: StepState, args: StepDoneArgs): Promise<Closing> {
  const told = {
    stepId: step.id,
    summary: args.summary.slice(0, LONGEST_SUMMARY),
    verified: true,
    ...(args.facts?.length && { facts: args.facts }),
    ...(args.problems?.length && { problems: args.problems }),
    ...(args.lesson && { lesson: args.lesson }),
  }
  if (args.status !== 'done') {
    const outcome = args.status === 'failed' ? 'failed' : 'interrupted'
    return { close: { ...told, outcome, by: 'model' }, entries: [] }
  }
  const verdict = await judge(core, step, args.artifacts ?? [])
  if (verdict.ok) {
    const { found, entries } = verdict.kept
    const close: StepClose = { ...told, outcome: 'done', verified: verdict.verified, by: 'model' }
    if (found.length > 0) close.artifacts = found
    return { close, entries }
  }
  if (step.refusals < MOST_REFUSALS) return { refused: verdict.why, ...(verdict.exit && { exit: true }) }
  const problems = [...(args.problems ?? []), `claimed as done, but ${verdict.why}`]
  return { close: { ...told, outcome: 'failed', by: 'evidence', problems }, entries: [] }
}
