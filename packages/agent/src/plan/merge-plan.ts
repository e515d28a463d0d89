import type { StepId } from '@deskhand/protocol'
import type { StepSpec } from '../journal/private-entries.ts'
import type { StepState } from '../state/session-state.ts'
import type { PlannedStep } from './read-decision.ts'

export const MOST_REMAINING_STEPS = 12

export interface MergedPlan {
  /** the remaining steps; those known already keep their id */
  steps: StepSpec[]
  /** what was not taken as it came, for the planner to read */
  lines: string[]
  /** the rest is not what it was */
  changed: boolean
}

/**
 * The rest of the plan as the planner wants it, within what code guarantees: finished steps stay as they are and are
 * not done twice, ids are ours and never used again, at most twelve remain.
 */
export function mergePlan(
  known: readonly StepState[],
  planned: readonly PlannedStep[],
  newId: () => StepId,
): MergedPlan {
  const lines: string[] = []
  const pending = known.filter((step) => step.status === 'pending')
  const done = new Set(known.filter((step) => step.status === 'done').flatMap((step) => [likeness(step)]))
  const failed = new Map(
    known
      .filter((step) => step.status === 'failed' || step.status === 'interrupted')
      .map((step) => [String(step.id), step]),
  )
  const free = [...pending]
  const steps: StepSpec[] = []
  const fresh = planned.filter((step) => !done.has(likeness(step)))
  for (const step of planned.filter((step) => !fresh.includes(step))) {
    lines.push(`dropped: "${step.title}" equals a finished step`)
  }
  for (const step of within(fresh, lines)) {
    const at = free.findIndex((old) => likeness(old) === likeness(step))
    const id = at >= 0 ? free.splice(at, 1)[0]!.id : newId()
    const { replaces, ...rest } = step
    const replaced = replaces === undefined ? undefined : failed.get(replaces)
    if (replaces !== undefined && !replaced) {
      lines.push(`note: "${replaces}" is no failed or interrupted step; "${step.title}" replaces nothing`)
    }
    steps.push({ ...rest, id, ...(replaced && { replaces: replaced.id }) })
  }
  return { steps, lines, changed: !sameSteps(pending, steps) }
}

export const sameSteps = (a: readonly StepSpec[], b: readonly StepSpec[]) =>
  a.length === b.length && a.every((step, index) => likeness(step) === likeness(b[index]!))

/** Title and goal without what makes no difference. */
export const likeness = ({ title, goal }: { title: string; goal: string }) =>
  `${title}\n${goal}`
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

// More steps than fit are not lost: the last one takes their goals.
function within(planned: readonly PlannedStep[], lines: string[]): PlannedStep[] {
  if (planned.length <= MOST_REMAINING_STEPS) return [...planned]
  const kept = planned.slice(0, MOST_REMAINING_STEPS - 1)
  const rest = planned.slice(MOST_REMAINING_STEPS - 1)
  const last = rest[0]!
  lines.push(`merged: ${rest.length} steps became one, since at most ${MOST_REMAINING_STEPS} may remain`)
  return [...kept, { ...last, goal: rest.map(({ title, goal }) => `${title}: ${goal}`).join('\n') }]
}
