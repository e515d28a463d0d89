import type { Artifact } from './events/artifact.ts'
import type { EventOf, LiveData, StoredData } from './events/index.ts'
import type { ModelRole } from './events/message.ts'
import type { Usage } from './events/run.ts'
import type { Outcome, PauseReason, Status } from './events/status.ts'
import type { ToolOutcome } from './events/tool.ts'
import type { AskId, CallId, MessageId, RunId, StepId, ThoughtId } from './ids.ts'
import type { View } from './view.ts'

/**
 * What a page shows of one session, made of its events and nothing else. Containers (the maps and lists of
 * `SessionView`) are changed in place; the entities in them are replaced, so that comparing one by identity tells
 * whether it changed. `rev` counts every change. Times are ms since 1970.
 */
export interface SessionView {
  /** of the last stored event applied */
  seq: number
  rev: number
  updatedAt: number
  title: string
  projectId?: string
  status: StatusView
  run: { id: RunId; startedAt: number } | null
  /** of the last run; none while one is at work */
  outcome?: Outcome
  /** the last thing said by either side, one line */
  lastMessage?: string
  usage: Usage | null
  plan: PlanView | null
  /** earlier revisions as they stood when they were replaced, oldest first */
  planHistory: PlanView[]
  steps: Map<StepId, StepView>
  tools: Map<CallId, ToolCallView>
  toolOrder: CallId[]
  asks: Map<AskId, AskView>
  openAsk: AskId | null
  takeover: { user: string; since: number } | null
  sandbox: SandboxView
  /** the newest of each path, in the order of their first appearance */
  artifacts: Artifact[]
  items: Item[]
  /** where the item of a key stands in `items` */
  itemIndex: Map<string, number>
  /** messages and thoughts still being written: only for whoever watches, by id, oldest first */
  open: Map<string, OpenText>
}

export interface StatusView {
  status: Status
  reason?: PauseReason
  text?: string
  retryAt?: number
  since: number
}

export interface PlanView extends StoredData<'plan.update'> {
  ts: number
  /** steps of this revision that the one before did not have */
  added: StepId[]
  /** unfinished steps of the one before that this one no longer has */
  dropped: StoredData<'plan.update'>['steps']
}

export interface StepView {
  id: StepId
  title: string
  startedAt: number
  /** number of its last group: a step goes on in another after a row of another kind */
  lastPart: number
  end?: Pick<EventOf<'step.end'>, 'outcome' | 'summary' | 'verified' | 'ts'>
}

export interface ToolCallView {
  callId: CallId
  stepId?: StepId
  name: string
  args: Record<string, unknown>
  title: string
  startedAt: number
  view?: View
  end?: { outcome: ToolOutcome; ms: number }
}

export interface AskView extends StoredData<'ask.start'> {
  ts: number
  end?: Pick<EventOf<'ask.end'>, 'by' | 'answer' | 'approve' | 'ts'>
}

export interface SandboxView {
  state: 'none' | 'queued' | 'starting' | 'ready' | 'paused' | 'stopped' | 'failed'
  place?: number
  expiresAt?: number
  bootMs?: number
  progress?: LiveData<'sandbox.progress'>
  end?: StoredData<'sandbox.end'>
}

export interface OpenText {
  of: 'message' | 'thought'
  id: string
  text: string
  /** a piece is missing: the text stands still until a snapshot brings it whole */
  hole?: true
}

export interface ThoughtView {
  id: ThoughtId
  role: ModelRole
  text: string
  cut?: true
  ts: number
}

export type GroupEntry = { kind: 'tool'; callId: CallId } | ({ kind: 'thought' } & ThoughtView)

/** One row of the conversation. Its order is that of the events; `key` never changes. */
export type Item = { key: string; ts: number } & (
  | MessageItem
  | ({ kind: 'thought' } & ThoughtView)
  | { kind: 'group'; stepId?: StepId; part: number; entries: GroupEntry[] }
  | { kind: 'plan'; plan: PlanView }
  | { kind: 'ask'; askId: AskId }
  | { kind: 'takeover'; user: string; end?: { note?: string; seconds: number } }
  | { kind: 'sandbox'; ready?: StoredData<'sandbox.ready'>; end?: StoredData<'sandbox.end'> }
  | { kind: 'artifact'; artifact: Artifact }
  | { kind: 'proposal'; proposal: StoredData<'proposal'>; state?: StoredData<'proposal.update'>['state'] }
  | { kind: 'notice'; notice: StoredData<'notice'> }
  | { kind: 'run'; runId: RunId; outcome: Outcome; reason?: string; usage: Usage; ms: number }
)
export type ItemOf<K extends Item['kind']> = Extract<Item, { kind: K }>

export interface MessageItem {
  kind: 'message'
  id: MessageId
  role: 'user' | 'assistant'
  text: string
  final?: true
  mode?: 'steer' | 'queue'
  replyTo?: AskId
  attachments?: StoredData<'message'>['attachments']
  state?: 'queued' | 'delivered' | 'withdrawn'
}

/** The view of a session in which nothing has happened yet. */
export const emptyView = (): SessionView => ({
  seq: 0,
  rev: 0,
  updatedAt: 0,
  title: '',
  status: { status: 'idle', since: 0 },
  run: null,
  usage: null,
  plan: null,
  planHistory: [],
  steps: new Map(),
  tools: new Map(),
  toolOrder: [],
  asks: new Map(),
  openAsk: null,
  takeover: null,
  sandbox: { state: 'none' },
  artifacts: [],
  items: [],
  itemIndex: new Map(),
  open: new Map(),
})
