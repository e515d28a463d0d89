import type { MessageId, Outcome } from '@deskhand/protocol'
import type { NewEntry } from '../journal/private-entries.ts'
import { usageOf } from '../run/budget.ts'
import type { Core } from '../run/core.ts'
import { words } from '../run/words.ts'
import { pendingSteps, runSteps } from '../state/session-state.ts'
import { partialReport } from '../step/partial-report.ts'
import { openCalls, settleUnseen } from '../turn/skip-calls.ts'
import { codeReport } from './code-report.ts'
import { runOutcome } from './run-outcome.ts'

const STOP_WAIT_MS = 6_000

/** The end in its order: what was learned, the last message, the run's end, rest. */
export function endEntries(core: Core<unknown>, text: string, id: MessageId): NewEntry[] {
  return [
    ...proposals(core),
    { type: 'message', data: { id, role: 'assistant', text, final: true } },
    ...closing(core, runOutcome(runSteps(core.state)), undefined),
  ]
}

export function closing(core: Core<unknown>, outcome: Outcome, reason: string | undefined): NewEntry[] {
  const { run } = core.state
  if (!run) return []
  const usage = usageOf(core)!
  return [
    { type: 'run.end', data: { runId: run.id, outcome, ...(reason && { reason }), usage } },
    { type: 'status', data: { status: 'idle' } },
  ]
}

/** Ends a run whose last message is said already. */
export function endRun(core: Core<unknown>): void {
  const { run } = core.state
  if (!run) return
  core.journal.commit(
    closing(core, run.endWith?.outcome ?? runOutcome(runSteps(core.state)), run.endWith?.reason),
  )
}

/** What the executor thought worth keeping; nothing is kept unless the person says so. */
function proposals(core: Core<unknown>): NewEntry[] {
  const seen = new Set<string>()
  return runSteps(core.state).flatMap(({ close, title }): NewEntry[] => {
    const text = close?.lesson?.trim()
    if (!text || seen.has(text)) return []
    seen.add(text)
    const name =
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 64) || 'note'
    return [{ type: 'proposal', data: { id: core.ids.proposal(), kind: 'note', name, text } }]
  })
}

/**
 * Ends a run that the person stopped: calls are settled, what the run started is ended (waited for six seconds),
 * and code says what was done and what was not.
 */
export async function stopRun(core: Core<unknown>): Promise<void> {
  const { state, deps, ids } = core
  const { run } = state
  if (!run) return
  settleForStop(core)
  if (deps.surroundings.current() !== undefined) await stopProcesses(core)
  skipRest(core)
  core.journal.commit([
    {
      type: 'message',
      data: {
        id: ids.message(),
        role: 'assistant',
        text: codeReport(core, words(core).stopped),
        final: true,
      },
    },
    ...closing(core, 'stopped', undefined),
  ])
}

/** Ends what was planned and will not be done. */
export function skipRest(core: Core<unknown>): void {
  const rest: NewEntry[] = pendingSteps(core.state).map(({ id }) => ({
    type: 'step.end',
    data: { stepId: id, outcome: 'skipped', summary: words(core).skipped, verified: true },
  }))
  core.journal.commit(rest)
}

function settleForStop(core: Core<unknown>): void {
  const { state } = core
  const step = state.run?.current && state.steps.get(state.run.current)
  const text = 'The person stopped the run.'
  const entries: NewEntry[] = openCalls(state).map((call) => {
    const unseen = settleUnseen(core, call, 'the person stopped the run')
    if (call.started === undefined || unseen.type !== 'tool.result') return unseen
    return { ...unseen, data: { ...unseen.data, outcome: 'interrupted', view: { kind: 'text', text } } }
  })
  if (state.ask) entries.push({ type: 'ask.end', data: { askId: state.ask.id, by: 'stop' } })
  if (state.takeover) {
    const { user, since } = state.takeover
    const seconds = Math.round((core.deps.clock.now() - since) / 1000)
    entries.push({ type: 'takeover.end', data: { user, seconds } })
  }
  if (step) {
    const summary = step.close?.summary ?? partialReport(core, step)
    if (!step.close) {
      entries.push({
        type: 'step.close',
        data: { stepId: step.id, outcome: 'interrupted', summary, verified: true, by: 'stop' },
      })
    }
    const outcome = step.close?.outcome ?? 'interrupted'
    entries.push({
      type: 'step.end',
      data: { stepId: step.id, outcome, summary, verified: step.close?.verified ?? true },
    })
  }
  core.journal.commit(entries)
}

async function stopProcesses(core: Core<unknown>): Promise<void> {
  const done = new AbortController()
  const { clock, surroundings } = core.deps
  const ended = surroundings.stopProcesses(core.state.run!.id).then(
    () => true,
    (error: unknown) => {
      core.deps.report?.warn(error, 'What the run started could not be ended')
      return false
    },
  )
  const late = clock.sleep(STOP_WAIT_MS, done.signal).then(
    () => false,
    () => false,
  )
  if (!(await Promise.race([ended, late]))) {
    core.journal.append('notice', {
      level: 'warning',
      code: 'STOP_UNSURE',
      text: 'Some programs of this run may still be running.',
    })
  }
  done.abort()
}
