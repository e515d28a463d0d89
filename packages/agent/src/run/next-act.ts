import type { AgentSettings } from '../deps.ts'
import type { CallState } from '../state/session-state.ts'
import {
  currentStep,
  pendingSteps,
  type RunState,
  type SessionState,
  type StepState,
} from '../state/session-state.ts'
import { openCalls } from '../turn/skip-calls.ts'
import { fullBudget } from './budget.ts'

/** What is to be done next. */
export type Act =
  | { do: 'start-run' }
  | { do: 'stop-run' }
  | { do: 'pause-budget'; of: string }
  | { do: 'run-call'; call: CallState }
  | { do: 'skip-calls'; why: string }
  | {
      do: 'close-step'
      step: StepState
      by: 'message' | 'finish' | 'budget' | 'stuck' | 'arguments' | 'monologue'
    }
  | { do: 'end-step'; step: StepState }
  | { do: 'open-thread'; step: StepState }
  | { do: 'tell-hand-back'; step: StepState }
  | { do: 'tell-world-gone'; step: StepState }
  | { do: 'hear-monologue'; step: StepState }
  | { do: 'executor-turn'; step: StepState }
  | { do: 'decide' }
  | { do: 'ask-stuck' }
  | { do: 'planner-turn' }
  | { do: 'start-step'; step: StepState }
  | { do: 'skip-rest' }
  | { do: 'report-turn' }
  | { do: 'end-run' }

const MOST_BAD_ARGUMENTS = 3
const MOST_SILENT = 3
const MOST_FAILED_IN_ROW = 3
const MOST_REPLANS = 8
const MOST_CHURN = 3

/**
 * The next thing to do, out of nothing but the state: after a crash the same state leads to the same act. Nothing
 * while the run is paused (unless `though` it is), while a person has the controls or is asked.
 */
export function nextAct(
  state: SessionState,
  settings: AgentSettings,
  now: number,
  though: 'paused' | undefined = undefined,
): Act | undefined {
  const { run } = state
  if (!run) return state.waiting.length > 0 && !state.takeover ? { do: 'start-run' } : undefined
  if (run.stopping) return { do: 'stop-run' }
  if (state.status.status === 'paused' && though !== 'paused') return undefined
  if (state.takeover || state.ask) return undefined
  const step = currentStep(state)
  if (step) return stepAct(state, run, step, settings, now)
  if (run.undecided && !run.finishing) return { do: 'decide' }
  if (run.endWith) return { do: 'end-run' }
  if (!run.finishing && (run.look || wantsPlanner(run))) return lookAct(run, settings, now)
  const [next] = pendingSteps(state)
  if (next && run.finishing) return { do: 'skip-rest' }
  if (next && !run.report) return { do: 'start-step', step: next }
  return run.report ? { do: 'end-run' } : { do: 'report-turn' }
}

function stepAct(
  state: SessionState,
  run: RunState,
  step: StepState,
  settings: AgentSettings,
  now: number,
): Act {
  const open = openCalls(state)
  const begun = open.find(({ started }) => started !== undefined)
  if (begun) return { do: 'run-call', call: begun }
  const why = step.close ? 'the step had ended' : movedOn(state, step)
  if (why && open.length > 0) return { do: 'skip-calls', why }
  if (step.close) return { do: 'end-step', step }
  if (run.finishing) return { do: 'close-step', step, by: 'finish' }
  if (wantsPlanner(run)) return { do: 'close-step', step, by: 'message' }
  if (open[0]) return { do: 'run-call', call: open[0] }
  if (!step.thread) return { do: 'open-thread', step }
  if (lastLoop(state, step) === 'hard') return { do: 'close-step', step, by: 'stuck' }
  if (step.badArguments >= MOST_BAD_ARGUMENTS) return { do: 'close-step', step, by: 'arguments' }
  if (step.spoken !== undefined) {
    return step.silent >= MOST_SILENT
      ? { do: 'close-step', step, by: 'monologue' }
      : { do: 'hear-monologue', step }
  }
  if (step.turns >= settings.stepMaxCalls) return { do: 'close-step', step, by: 'budget' }
  const full = fullBudget(run, settings, now)
  if (full) return { do: 'pause-budget', of: full }
  if (step.handBack) return { do: 'tell-hand-back', step }
  if (step.worldGone) return { do: 'tell-world-gone', step }
  return { do: 'executor-turn', step }
}

function lookAct(run: RunState, settings: AgentSettings, now: number): Act {
  const full = fullBudget(run, settings, now)
  if (full) return { do: 'pause-budget', of: full }
  const stuck = run.failedInRow >= MOST_FAILED_IN_ROW || run.replans > MOST_REPLANS || run.churn >= MOST_CHURN
  return stuck && run.look?.cause === 'step' && !wantsPlanner(run)
    ? { do: 'ask-stuck' }
    : { do: 'planner-turn' }
}

/** An answer is for the executor; the planner hears of it when it is asked anyway. */
export const wantsPlanner = (run: RunState) => run.inbox.some(({ kind }) => kind !== 'answer')

const lastResult = (state: SessionState, step: StepState) => {
  const id = step.calls.slice(step.loopsFrom).findLast((id) => state.calls.get(id)?.result)
  return id === undefined ? undefined : state.calls.get(id)?.result
}
const lastLoop = (state: SessionState, step: StepState) => lastResult(state, step)?.loop?.level

// Numbers of elements and what they stood for belong to the page before.
function movedOn(state: SessionState, step: StepState): string | undefined {
  const last = step.calls.flatMap((id) => state.calls.get(id) ?? []).findLast(({ result }) => result)
  const open = openCalls(state)[0]
  const same = open && last && last.requestId === open.requestId
  return same && last.result?.pageChanged
    ? 'the page changed with the call before; look at it first'
    : undefined
}
