import type { MessageId } from '@deskhand/protocol'
import type { NewEntry } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import { nextAct } from '../run/next-act.ts'
import { statusOf } from '../run/perform-act.ts'
import { runEntries } from '../run/start-run.ts'
import { AgentRefusal } from '../session-agent.ts'
import { currentStep } from '../state/session-state.ts'
import { partialReport } from '../step/partial-report.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import { askAnswered, askEnded } from './end-ask.ts'

export function withdraw(core: Core<unknown>, id: MessageId): void {
  if (core.state.messages.get(id)?.state !== 'queued') {
    throw new AgentRefusal('NOT_QUEUED', 'This message does not wait any more; it cannot be withdrawn.')
  }
  core.journal.append('message.update', { id, state: 'withdrawn' })
}

/** False when nothing is under way. */
export function stop(core: Core<unknown>): boolean {
  const { run, status } = core.state
  if (!run) return false
  if (status.status !== 'stopping') core.journal.append('status', { status: 'stopping' })
  return true
}

/** False when there is nothing to hold. */
export function pause(core: Core<unknown>): boolean {
  const { run, status, takeover } = core.state
  if (!run || run.stopping || takeover) return false
  if (status.status === 'paused' && status.reason === 'user') return false
  core.journal.append('status', { status: 'paused', reason: 'user' })
  return true
}

export function resume(core: Core<unknown>, { extend = false }: { extend?: boolean }): void {
  const { state, journal, deps } = core
  const { run, status } = state
  if (!run || status.status !== 'paused') {
    throw new AgentRefusal('NOTHING_TO_RESUME', `Nothing is paused; the state is ${status.status}.`)
  }
  const entries: NewEntry[] = []
  if (extend || status.reason === 'budget') entries.push({ type: 'budget.extend', data: { runId: run.id } })
  if (status.reason === 'sandbox_lost') entries.push(...afterLoss(core))
  if (status.reason === 'crash_loop') state.boots = 0
  journal.commit(entries)
  const act = nextAct(state, deps.settings, deps.clock.now(), 'paused')
  const next = act ? statusOf(state, act) : state.takeover ? 'takeover' : state.ask ? 'waiting' : 'idle'
  journal.append('status', { status: next === 'paused' ? 'running' : next })
}

// What only lived in the lost computer is gone: the step ends here, and the planner looks at what is left of it.
function afterLoss(core: Core<unknown>): NewEntry[] {
  const step = currentStep(core.state)
  if (!step || step.close) return []
  const summary = `The computer was lost in the middle of the step; files in /workspace are kept, programs and pages are not.\n${partialReport(core, step)}`
  return [
    ...settleBegun(core),
    ...skipOpenCalls(core, 'the computer was lost'),
    {
      type: 'step.close',
      data: { stepId: step.id, outcome: 'interrupted', summary, verified: true, by: 'world_lost' },
    },
  ]
}

function settleBegun(core: Core<unknown>): NewEntry[] {
  const step = currentStep(core.state)
  const begun = (step?.calls ?? [])
    .flatMap((id) => core.state.calls.get(id) ?? [])
    .filter(({ started, result }) => started !== undefined && !result)
  const text = 'The computer was lost while this ran; nobody knows whether it took effect.'
  return begun.map((call) => ({
    type: 'tool.result',
    data: {
      callId: call.id,
      thread: call.thread,
      content: `status: unknown\n\n${text}`,
      outcome: 'unknown',
      ms: 0,
      view: { kind: 'text', text },
      work: true,
      changesWorld: true,
    },
  }))
}

export function finish(core: Core<unknown>): void {
  const { state, journal, deps } = core
  const { run, ask, takeover, status } = state
  if (!run || run.stopping || run.finishing || run.report || run.endWith) {
    throw new AgentRefusal('NOTHING_TO_FINISH', `There is no run to finish; the state is ${status.status}.`)
  }
  const entries: NewEntry[] = []
  if (ask?.kind === 'approval') entries.push(askEnded(ask, 'stop', { approve: 'no' }))
  else if (ask)
    entries.push(...askAnswered(core, ask, 'stop', 'The person asked for the report instead of answering.'))
  if (takeover) {
    const seconds = Math.round((deps.clock.now() - takeover.since) / 1000)
    entries.push({ type: 'takeover.end', data: { user: takeover.user, seconds } })
  }
  entries.push({ type: 'run.finish', data: { runId: run.id } })
  entries.push({ type: 'status', data: { status: state.run?.current ? 'running' : 'reporting' } })
  journal.commit(entries)
}

/** The last run's rest again, as a run of its own. */
export function retry(core: Core<unknown>): void {
  const { state, journal } = core
  const { lastRun } = state
  if (state.run || !lastRun || lastRun.outcome === 'ok') {
    throw new AgentRefusal('NOTHING_TO_RETRY', 'No run failed that could be tried again.')
  }
  journal.commit(runEntries(core, lastRun.id))
}
