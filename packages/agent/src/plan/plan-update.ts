import type { StoredData } from '@deskhand/protocol'
import { requestsOf } from '../context/directive.ts'
import type { NewEntry, StepSpec } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import { runSteps } from '../state/session-state.ts'

type Cause = StoredData<'plan.update'>['cause']

/** The plan anew: what is finished as it is, then the rest. */
export function planUpdate(
  core: Core<unknown>,
  rest: readonly StepSpec[],
  cause: Cause,
  why: string | undefined,
  status: 'pending' | 'skipped' = 'pending',
): NewEntry[] {
  const { state } = core
  const finished = runSteps(state).filter((step) => step.status !== 'pending')
  const goal =
    state.run?.goal ||
    requestsOf(state)
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 300)
  const steps = [
    ...finished.map(({ id, title, doneWhen, status, summary }) => ({
      id,
      title,
      ...(doneWhen && { doneWhen }),
      status,
      ...(summary && { summary }),
    })),
    ...rest.map(({ id, title, doneWhen }) => ({ id, title, ...(doneWhen && { doneWhen }), status })),
  ]
  return [
    { type: 'plan.steps', data: { steps: rest.map(specOnly) } },
    { type: 'plan.update', data: { rev: state.rev + 1, goal, cause, ...(why && { why }), steps } },
  ]
}

function specOnly({ id, title, goal, doneWhen, expect, carry, replaces, continues }: StepSpec): StepSpec {
  return {
    id,
    title,
    goal,
    ...(doneWhen && { doneWhen }),
    ...(expect && { expect }),
    ...(carry && { carry }),
    ...(replaces && { replaces }),
    ...(continues && { continues }),
  }
}
