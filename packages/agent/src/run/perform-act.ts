import { ModelError } from '@deskhand/llm'
import type { Status } from '@deskhand/protocol'
import { WorldLost } from '../deps.ts'
import { decide } from '../plan/decide.ts'
import { plannerTurn } from '../plan/planner-turn.ts'
import { endRun, skipRest, stopRun } from '../report/end-run.ts'
import { endWithReport, reportTurn } from '../report/report-turn.ts'
import { currentStep, runSteps, type SessionState } from '../state/session-state.ts'
import { closeStep, endStep } from '../step/close-step.ts'
import { openThread, startStep } from '../step/start-step.ts'
import { executorTurn, hearMonologue, tellHandBack, tellWorldGone } from '../turn/executor-turn.ts'
import { runCall } from '../turn/run-call.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import type { Core } from './core.ts'
import type { Act } from './next-act.ts'
import { pauseFor, pauseForModel } from './pause.ts'
import { startRun } from './start-run.ts'
import { words } from './words.ts'

/** The status word that people see while an act is done. */
export function statusOf(state: SessionState, act: Act): Status {
  switch (act.do) {
    case 'stop-run':
      return 'stopping'
    case 'skip-rest':
    case 'report-turn':
    case 'end-run':
      return state.run?.endWith ? state.status.status : 'reporting'
    case 'start-run':
      return 'planning'
    case 'planner-turn':
    case 'decide':
    case 'ask-stuck':
      return state.run?.look?.cause === 'step' && !state.run.inbox.some(({ kind }) => kind !== 'answer')
        ? 'updating'
        : 'planning'
    case 'close-step':
      return act.by === 'message' ? 'planning' : 'running'
    default:
      return 'running'
  }
}

/** Does one thing. What it leads to shows in the log, and with it in the next act. */
export async function performAct<World>(worldly: Core<World>, act: Act, signal: AbortSignal): Promise<void> {
  const core = worldly as unknown as Core<unknown>
  switch (act.do) {
    case 'start-run':
      return startRun(core)
    case 'stop-run':
      return stopRun(core)
    case 'pause-budget':
      return pauseFor(core, 'budget', `${words(core).cutAtBudget} (${act.of}).`)
    case 'run-call':
      return runCall(worldly, act.call, signal)
    case 'skip-calls':
      return core.journal.commit(skipOpenCalls(core, act.why))
    case 'close-step':
      return closeStep(core, act.step, act.by)
    case 'end-step':
      return endStep(core, act.step)
    case 'open-thread':
      return openThread(core, act.step)
    case 'tell-hand-back':
      return tellHandBack(core, act.step)
    case 'tell-world-gone':
      return tellWorldGone(core, act.step)
    case 'hear-monologue':
      return hearMonologue(core, act.step)
    case 'executor-turn':
      return executorTurn(core, act.step, signal)
    case 'decide':
      return decide(core)
    case 'ask-stuck':
      return askStuck(core)
    case 'planner-turn':
      return plannerTurn(core, signal)
    case 'start-step':
      return startStep(core, act.step, signal)
    case 'skip-rest':
      return skipRest(core)
    case 'report-turn':
      return reportTurn(core, signal)
    case 'end-run':
      return core.state.run?.endWith ? endRun(core) : endWithReport(core, core.state.run?.report?.text)
  }
}

function askStuck(core: Core<unknown>): void {
  const say = words(core)
  const failed = runSteps(core.state).findLast(({ status }) => status === 'failed')
  const text = failed
    ? `${say.stuckAsk} ${failed.title}. ${failed.summary?.split('\n', 1)[0] ?? ''}`.trim()
    : say.stuckAsk
  const askId = core.ids.ask()
  core.journal.commit([
    { type: 'ask.bind', data: { askId, from: 'harness' } },
    { type: 'ask.start', data: { askId, kind: 'stuck', text, options: say.stuckOptions } },
    { type: 'status', data: { status: 'waiting' } },
  ])
}

/** What a failure of an act leads to. Answers false for what is a fault of the program. */
export async function afterFailure(core: Core<unknown>, error: unknown): Promise<boolean> {
  if (error instanceof WorldLost) {
    await worldIsLost(core, error.message)
    return true
  }
  if (!(error instanceof ModelError)) return false
  const step = currentStep(core.state)
  if (error.class === 'overflow' || (error.class === 'empty' && step)) return true
  if (error.class === 'content_filter' && step) {
    await closeStep(core, step, 'refused')
    return true
  }
  pauseForModel(core, error)
  return true
}

/** The computer is gone in the middle of things: calls are settled as far as known, and the run rests. */
export async function worldIsLost(core: Core<unknown>, reason: string): Promise<void> {
  if (!core.state.run || core.state.run.stopping) return
  const why = reason || 'The sandbox does not answer.'
  pauseFor(core, 'sandbox_lost', why)
}

/** Ends a run that cannot go on, with a reason that a person can act on. */
export function failRun(core: Core<unknown>, reason: string): void {
  const { run, ask } = core.state
  if (!run) return
  const step = currentStep(core.state)
  core.journal.commit([
    ...(ask ? [{ type: 'ask.end' as const, data: { askId: ask.id, by: 'stop' as const } }] : []),
    ...(step
      ? [
          {
            type: 'step.end' as const,
            data: { stepId: step.id, outcome: 'failed' as const, summary: reason, verified: true },
          },
        ]
      : []),
    { type: 'run.end_with', data: { runId: run.id, outcome: 'failed', reason } },
    {
      type: 'message',
      data: {
        id: core.ids.message(),
        role: 'assistant',
        text: `${words(core).bugEnd} ${reason}`,
        final: true,
      },
    },
  ])
}
