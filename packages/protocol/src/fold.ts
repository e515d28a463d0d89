import type { AnyEvent, EventOf, LiveEvent, LiveType, StoredEvent, StoredType } from './events/index.ts'
import type { CallId } from './ids.ts'
import { openDelta, openSnapshot } from './open-text.ts'
import { planOf, withStepStatus } from './plan-view.ts'
import { emptyView, type SessionView, type ThoughtView } from './session-view.ts'
import type { View } from './view.ts'
import { change, lastOf, push, pushEntry } from './view-items.ts'

export * from './session-view.ts'

/** `gap`: events between the view and this one are missing; nothing was applied, fetch them from `view.seq`. */
export type Applied = 'applied' | 'old' | 'gap'

/** Whether stored events are missing between the view and this one. */
export const isGap = (view: SessionView, event: AnyEvent): boolean =>
  isStored(event) && event.seq > view.seq + 1

const isStored = (event: AnyEvent): event is StoredEvent => 'seq' in event

/**
 * Brings the view up to an event, stored or live. The same for a page, for a server that starts again and for a
 * replay: it reads no clock and no chance. A stored event seen before is dropped. A type this version doesn't
 * know only moves `seq`.
 */
export function apply(view: SessionView, event: AnyEvent): Applied {
  if (!isStored(event)) {
    const handle = live[event.type] as ((view: SessionView, event: LiveEvent) => void) | undefined
    handle?.(view, event)
    view.rev++
    return 'applied'
  }
  if (event.seq <= view.seq) return 'old'
  if (isGap(view, event)) return 'gap'
  view.seq = event.seq
  view.updatedAt = event.ts
  const handle = stored[event.type] as ((view: SessionView, event: StoredEvent) => void) | undefined
  handle?.(view, event)
  view.rev++
  return 'applied'
}

/** What a list of sessions says of one. */
export const summaryOf = (view: SessionView) => ({
  title: view.title,
  status: view.status.status,
  outcome: view.outcome,
  lastMessage: view.lastMessage,
  updatedAt: view.updatedAt,
})

const stored: { [T in StoredType]: (view: SessionView, event: EventOf<T>) => void } = {
  'session.update': (view, { title, projectId }) => {
    if (title !== undefined) view.title = title
    if (projectId !== undefined) view.projectId = projectId ?? undefined
  },

  status: (view, { status, reason, text, retryAt, ts }) => {
    view.status = { status, reason, text, retryAt, since: ts }
    if (status === 'idle') view.open.clear()
  },

  notice: (view, { level, code, text, seq, ts }) =>
    push(view, { key: `n${seq}`, ts, kind: 'notice', notice: { level, code, text } }),

  message: (view, { id, role, text, final, mode, replyTo, attachments, ts }) => {
    view.open.delete(id)
    push(view, { key: `m:${id}`, ts, kind: 'message', id, role, text, final, mode, replyTo, attachments })
    if (text.trim()) view.lastMessage = firstWords(text)
  },

  'message.update': (view, { id, state }) => change(view, `m:${id}`, 'message', (it) => ({ ...it, state })),

  thought: (view, { id, role, stepId, text, cut, ts }) => {
    view.open.delete(id)
    const thought: ThoughtView = { id, role, text, cut, ts }
    if (stepId === undefined) push(view, { key: `t:${id}`, kind: 'thought', ...thought })
    else pushEntry(view, stepId, { kind: 'thought', ...thought }, ts)
  },

  'run.start': (view, { runId, ts }) => {
    view.run = { id: runId, startedAt: ts }
    view.outcome = undefined
  },

  'run.end': (view, { runId, outcome, reason, usage, ts }) => {
    const ms = view.run ? ts - view.run.startedAt : 0
    view.run = null
    view.outcome = outcome
    view.usage = usage
    view.open.clear()
    push(view, { key: `r:${runId}`, ts, kind: 'run', runId, outcome, reason, usage, ms })
  },

  'plan.update': (view, event) => {
    const plan = planOf(view.plan, event)
    if (view.plan) view.planHistory.push(view.plan)
    view.plan = plan
    for (const { id, title } of plan.steps) {
      const step = view.steps.get(id)
      if (step && step.title !== title) view.steps.set(id, { ...step, title })
    }
    // After most steps the planner only nods: that is no news to a reader.
    const news = plan.cause !== 'step' || plan.added.length > 0 || plan.dropped.length > 0
    if (news) push(view, { key: `p${plan.rev}`, ts: event.ts, kind: 'plan', plan })
  },

  'step.start': (view, { stepId, ts }) => {
    const title = view.plan?.steps.find((step) => step.id === stepId)?.title ?? ''
    view.steps.set(stepId, { id: stepId, title, startedAt: ts, lastPart: 0 })
    view.plan = withStepStatus(view.plan, stepId, { status: 'running' })
    push(view, { key: `g:${stepId}`, ts, kind: 'group', stepId, part: 0, entries: [] })
  },

  'step.end': (view, { stepId, outcome, summary, verified, ts }) => {
    const step = view.steps.get(stepId) ?? { id: stepId, title: '', startedAt: ts, lastPart: 0 }
    view.steps.set(stepId, { ...step, end: { outcome, summary, verified, ts } })
    view.plan = withStepStatus(view.plan, stepId, { status: outcome, summary })
  },

  'tool.start': (view, { callId, stepId, name, args, title, ts }) => {
    view.tools.set(callId, { callId, stepId, name, args, title, startedAt: ts })
    view.toolOrder.push(callId)
    pushEntry(view, stepId, { kind: 'tool', callId }, ts)
  },

  'tool.end': (view, { callId, outcome, ms, view: shown }) => {
    const tool = view.tools.get(callId)
    if (tool) view.tools.set(callId, { ...tool, view: shown, end: { outcome, ms } })
  },

  'ask.start': (view, { askId, kind, text, options, call, ts }) => {
    view.asks.set(askId, { askId, kind, text, options, call, ts })
    view.openAsk = askId
    push(view, { key: `a:${askId}`, ts, kind: 'ask', askId })
  },

  'ask.end': (view, { askId, by, answer, approve, ts }) => {
    const ask = view.asks.get(askId)
    if (ask) view.asks.set(askId, { ...ask, end: { by, answer, approve, ts } })
    if (view.openAsk === askId) view.openAsk = null
  },

  'takeover.start': (view, { user, seq, ts }) => {
    view.takeover = { user, since: ts }
    push(view, { key: `k${seq}`, ts, kind: 'takeover', user })
  },

  'takeover.end': (view, { note, seconds }) => {
    view.takeover = null
    const last = lastOf(view, 'takeover')
    if (last) change(view, last.key, 'takeover', (item) => ({ ...item, end: { note, seconds } }))
  },

  'sandbox.start': (view, { seq, ts }) => {
    view.sandbox = { state: 'starting' }
    push(view, { key: `s${seq}`, ts, kind: 'sandbox' })
  },

  'sandbox.ready': (view, { bootMs, from }) => {
    view.sandbox = { state: 'ready', bootMs, expiresAt: view.sandbox.expiresAt }
    const start = lastOf(view, 'sandbox')
    if (start) change(view, start.key, 'sandbox', (item) => ({ ...item, ready: { bootMs, from } }))
  },

  'sandbox.update': (view, { state, place, expiresAt }) => {
    view.sandbox = { ...view.sandbox, state: state === 'running' ? 'ready' : state, place, expiresAt }
  },

  'sandbox.end': (view, { reason, text, log, seq, ts }) => {
    const end = { reason, text, log }
    view.sandbox = { state: reason === 'stopped' || reason === 'removed' ? 'stopped' : 'failed', end }
    const start = lastOf(view, 'sandbox')
    if (start && !start.ready && !start.end) {
      change(view, start.key, 'sandbox', (item) => ({ ...item, end }))
    } else if (view.sandbox.state === 'failed') push(view, { key: `s${seq}`, ts, kind: 'sandbox', end })
  },

  artifact: (view, { path, name, size, mime, sha256, blob, seq, ts }) => {
    const artifact = { path, name, size, mime, sha256, blob }
    const at = view.artifacts.findIndex((known) => known.path === path)
    if (at < 0) view.artifacts.push(artifact)
    else view.artifacts[at] = artifact
    push(view, { key: `f${seq}`, ts, kind: 'artifact', artifact })
  },

  proposal: (view, { id, kind, name, text, ts }) =>
    push(view, { key: `o:${id}`, ts, kind: 'proposal', proposal: { id, kind, name, text } }),

  'proposal.update': (view, { id, state, text }) =>
    change(view, `o:${id}`, 'proposal', ({ proposal, ...item }) => ({
      ...item,
      proposal: text === undefined ? proposal : { ...proposal, text },
      state,
    })),
}

const live: { [T in LiveType]: (view: SessionView, event: Extract<LiveEvent, { type: T }>) => void } = {
  'message.delta': (view, { id, text, offset }) => {
    if (!view.itemIndex.has(`m:${id}`)) openDelta(view, 'message', id, text, offset)
  },
  'thought.delta': (view, { id, text, offset }) => {
    if (!view.itemIndex.has(`t:${id}`)) openDelta(view, 'thought', id, text, offset)
  },
  snapshot: (view, { of, id, text, view: shown }) => {
    if (of === 'tool') showTool(view, id, shown)
    else if (!view.itemIndex.has(`${of === 'message' ? 'm' : 't'}:${id}`)) openSnapshot(view, of, id, text)
  },
  'tool.delta': (view, { callId, view: shown }) => showTool(view, callId, shown),
  usage: (view, { type: _, ...usage }) => {
    view.usage = usage
  },
  'sandbox.progress': (view, { phase, text, percent }) => {
    if (view.sandbox.state === 'starting' || view.sandbox.state === 'queued') {
      view.sandbox = { ...view.sandbox, progress: { phase, text, percent } }
    }
  },
  // Of the side bar, not of one session.
  'sessions.update': () => {},
  reset: (view) => {
    const { rev } = view
    for (const key of Object.keys(view)) delete (view as unknown as Record<string, unknown>)[key]
    Object.assign(view, emptyView(), { rev })
  },
}

/** Every type there is, stored and live: what a stream has to listen to. */
export const eventTypes: readonly string[] = [...Object.keys(stored), ...Object.keys(live)]

function showTool(view: SessionView, id: string, shown: View | undefined): void {
  const callId = id as CallId
  const tool = view.tools.get(callId)
  if (tool && !tool.end && shown) view.tools.set(callId, { ...tool, view: shown })
}

const LAST_MESSAGE_LENGTH = 200

// Marks of Markdown mean nothing in one plain line.
const MARKS = /```\w*|^\s*(?:#{1,6}|[-*+>]|\|?[-:| ]{3,}\|?)(?:\s|$)|[*`|]/gm

const firstWords = (text: string): string =>
  text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim().slice(0, LAST_MESSAGE_LENGTH)
