import type { Outcome } from '@deskhand/protocol'
import type { StepState } from '../state/session-state.ts'

/** How a run went, over the steps that count. */
export function runOutcome(steps: readonly StepState[]): Outcome {
  const counted = countedSteps(steps)
  const done = counted.filter(({ status }) => status === 'done').length
  if (done === counted.length) return 'ok'
  return done > 0 ? 'partial' : 'failed'
}

/**
 * Not those that a message cut off (the plan after it says what became of them), nor those that a later step makes
 * up for. A step that was cut off by the wish for a report stays open: nothing came after it.
 */
function countedSteps(steps: readonly StepState[]): StepState[] {
  const replaced = new Set(steps.flatMap(({ replaces }) => (replaces ? [replaces] : [])))
  return steps.filter(
    ({ id, status, close }) => !replaced.has(id) && (status !== 'interrupted' || close?.by === 'finish'),
  )
}

/** The steps a report must not pass over in silence. */
export function openIssues(steps: readonly StepState[]): {
  failed: StepState[]
  unverified: StepState[]
  missing: string[]
} {
  const counted = countedSteps(steps)
  return {
    failed: counted.filter(({ status }) => status !== 'done'),
    unverified: counted.filter(({ status, verified }) => status === 'done' && verified === false),
    missing: steps.flatMap(({ close }) => close?.missing ?? []),
  }
}
