import type { PauseReason, StoredData } from '@deskhand/protocol'
import type { SandboxBody, SessionDetail } from '@deskhand/protocol/http'
import type { SandboxHost } from '@deskhand/sandbox'
import type { EventLog } from './event-log.ts'
import { type SessionRow, summaryOf } from './session-list.ts'

/** One session as GET /sessions/:id answers it; read from the few events that say it, not from the whole log. */
export function sessionDetail(row: SessionRow, events: EventLog, host: SandboxHost): SessionDetail {
  const ask = openAsk(row.id, events)
  const usage = events.newest(row.id, 'run.end')?.data.usage
  return {
    ...summaryOf(row),
    createdAt: row.createdAt,
    ...(row.projectId === null ? {} : { projectId: row.projectId }),
    ...(row.reason === null ? {} : { reason: row.reason as PauseReason }),
    lastSeq: events.lastSeq(row.id),
    plan: currentPlan(row.id, events),
    sandbox: sandboxBody(row.id, host),
    ...(ask === undefined ? {} : { ask }),
    ...(usage === undefined ? {} : { usage }),
  }
}

export function sandboxBody(sessionId: string, host: SandboxHost): SandboxBody | null {
  const { state, expiresAt, chromeSandbox, network } = host.state(sessionId)
  if (state === 'none') return null
  return {
    state,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(chromeSandbox === undefined ? {} : { chromeSandbox }),
    ...(network === undefined ? {} : { network }),
  }
}

function currentPlan(sessionId: string, events: EventLog): StoredData<'plan.update'> | null {
  const update = events.newest(sessionId, 'plan.update')
  if (update === undefined) return null
  const steps = new Map(update.data.steps.map((step) => [step.id, { ...step }]))
  for (const entry of events.since(sessionId, update.pos, ['step.start', 'step.end'])) {
    const step = steps.get(entry.data.stepId)
    if (step === undefined) continue
    step.status = entry.type === 'step.start' ? 'running' : entry.data.outcome
    if (entry.type === 'step.end') step.summary = entry.data.summary
  }
  return { ...update.data, steps: [...steps.values()] }
}

function openAsk(sessionId: string, events: EventLog): StoredData<'ask.start'> | undefined {
  const ask = events.newest(sessionId, 'ask.start')
  if (ask === undefined) return undefined
  const ended = events.since(sessionId, ask.pos, ['ask.end']).some((end) => end.data.askId === ask.data.askId)
  return ended ? undefined : ask.data
}
