import type { StepClose, StepSpec } from '../journal/private-entries.ts'
import type { Folds } from './fold.ts'
import { type Look, newLook, type SessionState, type StepState } from './session-state.ts'

export const foldPlan: Folds = {
  'plan.steps': (state, { data }) => {
    if (!state.run) return
    for (const spec of data.steps) {
      if (!state.steps.has(spec.id)) state.steps.set(spec.id, emptyStep(spec, state.run.id))
    }
  },

  'plan.update': (state, { data }) => {
    state.rev = data.rev
    const { run } = state
    if (!run) return
    run.planned = true
    run.goal = data.goal
    run.steps = data.steps.map(({ id }) => id)
    for (const { id, status } of data.steps) {
      const step = state.steps.get(id)
      if (step && step.status === 'pending') step.status = status
    }
  },

  'plan.decision': (state, { data }) => {
    const { run } = state
    if (!run) return
    if (data.decision === 'plan' && run.planned) run.replans++
    run.churn = data.churn ? run.churn + 1 : 0
    run.look = undefined
    run.undecided = undefined
  },

  'plan.rejected': (state, { data }) => {
    const { run } = state
    if (!run) return
    run.undecided = undefined
    if (!run.look) return
    if (data.why === 'unreadable') run.look.unreadable++
    if (data.why === 'not_allowed') run.look.notAllowed = true
    if (data.why === 'not_looked_up') run.look.notLookedUp = true
  },

  'step.start': (state, { data, ts }) => {
    const step = state.steps.get(data.stepId)
    if (!step || !state.run) return
    step.status = 'running'
    step.startedAt = ts
    state.run.current = step.id
  },

  'step.thread': (state, { data }) => {
    const step = state.steps.get(data.stepId)
    if (step) step.thread = data.thread
  },

  'step.close': (state, { data }) => {
    const step = state.steps.get(data.stepId)
    if (!step) return
    step.close = data
    step.spoken = undefined
  },

  'step.refused': (state, { data }) => {
    const step = state.steps.get(data.stepId)
    if (!step) return
    step.refusals++
    if (data.exit) step.exitRefused = true
  },

  'step.end': (state, { data }) => {
    const step = state.steps.get(data.stepId)
    if (!step) return
    step.status = data.outcome
    step.summary = data.summary
    step.verified = data.verified
    const { run } = state
    if (!run || run.current !== step.id) return
    run.current = undefined
    run.ledger.push({ kind: 'step', id: step.id })
    run.failedInRow =
      data.outcome === 'done' ? 0 : data.outcome === 'failed' ? run.failedInRow + 1 : run.failedInRow
    if (data.outcome === 'done') run.replans = 0
    run.look = lookAfter(state, step)
  },
}

// Nobody looks at the plan again after a stop or when the report is due.
function lookAfter(state: SessionState, step: StepState): Look | undefined {
  const by: StepClose['by'] | undefined = step.close?.by
  if (by === 'stop' || by === 'finish' || state.run?.stopping || state.run?.finishing) return undefined
  return newLook('step', step.id)
}

function emptyStep(spec: StepSpec, runId: StepState['runId']): StepState {
  return {
    ...spec,
    runId,
    status: 'pending',
    turns: 0,
    calls: [],
    refusals: 0,
    exitRefused: false,
    silent: 0,
    badArguments: 0,
    loopsFrom: 0,
  }
}
