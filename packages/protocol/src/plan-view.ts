import type { EventOf } from './events/index.ts'
import type { PlanStep } from './events/plan.ts'
import type { StepId } from './ids.ts'
import type { PlanView } from './session-view.ts'

const isOver = (step: PlanStep) => step.status === 'done' || step.status === 'failed'

/** A revision, with what it changed against the one before. A new run's plan is measured against nothing. */
export function planOf(before: PlanView | null, event: EventOf<'plan.update'>): PlanView {
  const { rev, goal, cause, why, steps, ts } = event
  const past = cause === 'new' ? [] : (before?.steps ?? [])
  const had = new Set(past.map((step) => step.id))
  const has = new Set(steps.map((step) => step.id))
  return {
    rev,
    goal,
    cause,
    why,
    steps,
    ts,
    added: steps.filter((step) => !had.has(step.id)).map((step) => step.id),
    dropped: past.filter((step) => !has.has(step.id) && !isOver(step)),
  }
}

export function withStepStatus(
  plan: PlanView | null,
  stepId: StepId,
  change: Pick<PlanStep, 'status'> & Partial<Pick<PlanStep, 'summary'>>,
): PlanView | null {
  if (!plan?.steps.some((step) => step.id === stepId)) return plan
  return { ...plan, steps: plan.steps.map((step) => (step.id === stepId ? { ...step, ...change } : step)) }
}
