import type { Reply } from '@deskhand/llm'
import type {
  Artifact,
  AskId,
  AskKind,
  Attachment,
  CallId,
  MessageId,
  Outcome,
  RunId,
  StepId,
  StepStatus,
  StoredData,
} from '@deskhand/protocol'
import type {
  CallResult,
  MessageRoute,
  NewEntry,
  StepClose,
  StepSpec,
  StoredPart,
} from '../journal/private-entries.ts'

/** What the log amounts to. Made and changed by `fold` alone. */
export interface SessionState {
  /** entries of the log that are in here */
  folded: number
  due: NewEntry[]
  status: StoredData<'status'>
  title?: string
  rev: number
  messages: Map<MessageId, PersonMessage>
  /** start the next run */
  waiting: MessageId[]
  run?: RunState
  lastRun?: {
    id: RunId
    outcome: Outcome
    reason?: string
    steps: StepState[]
    requests: MessageId[]
    goal: string
  }
  steps: Map<StepId, StepState>
  calls: Map<CallId, CallState>
  threads: Map<string, Thread>
  systems: Map<string, string>
  ask?: OpenAsk
  binds: Map<AskId, { from: 'planner' | 'executor' | 'harness'; callId?: CallId; thread?: string }>
  takeover?: { user: string; since: number; before: StoredData<'status'>; notes: string[] }
  /** a request without its end */
  request?: { requestId: string; thread: string; purpose: string }
  placed: Set<MessageId>
  artifacts: Map<string, Artifact>
  /** starts of the server since the last thing that went forward */
  boots: number
  personSaid: string[]
}

export interface PersonMessage {
  id: MessageId
  text: string
  ts: number
  attachments: Attachment[]
  route: MessageRoute
  state?: 'queued' | 'delivered' | 'withdrawn'
  replyTo?: AskId
}

export interface RunState {
  id: RunId
  startedAt: number
  requests: MessageId[]
  context?: { started: string; knowledge: string; retryOf?: string }
  goal: string
  /** steps in the order of the plan, finished ones first */
  steps: StepId[]
  planned: boolean
  current?: StepId
  /** the planner is to be asked, and why */
  look?: Look
  /** for the planner, not yet with it */
  inbox: InboxItem[]
  /** ledger blocks in the order in which they came about */
  ledger: LedgerItem[]
  /** a planner reply that nobody acted upon yet */
  undecided?: { requestId: string; reply: Reply }
  finishing: boolean
  stopping: boolean
  /** `cut`: it reached the model's output limit, twice */
  report?: { requestId: string; text: string; cut: boolean }
  reportCut?: true
  endWith?: { outcome: 'ok' | 'partial' | 'failed'; reason?: string }
  usage: RunUsage
  extensions: number
  warned: Set<string>
  failedInRow: number
  replans: number
  churn: number
  /** hosts, and tools that act on no page, which need no further yes in this run */
  approved: Set<string>
  knowledgeTold: Set<string>
  skillsUsed: Set<string>
  /** ms in which the agent worked, and since when it does */
  activeMs: number
  activeSince?: number
}
export interface RunUsage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  calls: number
  toolCalls: number
  costUsd?: number
  contextTokens: number
}
export interface Look {
  cause: 'new' | 'step' | 'message'
  stepId?: StepId
  /** the planner thread has been told */
  told: boolean
  /** how often a reply was sent back for that reason */
  unreadable: number
  notLookedUp: boolean
  notAllowed: boolean
}
export type InboxItem =
  | { kind: 'message'; id: MessageId }
  | { kind: 'note'; text: string }
  /** the answer to a question that the executor asked, copied */
  | { kind: 'answer'; question: string; id: MessageId }
export type LedgerItem =
  | { kind: 'step'; id: StepId }
  | { kind: 'message'; id: MessageId }
  | { kind: 'note'; text: string }
  | { kind: 'answer'; question: string; text: string }

export interface StepState extends StepSpec {
  runId: RunId
  status: StepStatus
  summary?: string
  verified?: boolean
  thread?: string
  startedAt?: number
  turns: number
  calls: CallId[]
  refusals: number
  exitRefused: boolean
  /** replies in a row without a call */
  silent: number
  /** text of such a reply that nobody acted upon yet */
  spoken?: string
  badArguments: number
  close?: StepClose
  handBack?: { user: string; seconds: number }
  /** the computer went away after the step had begun, and the model has not been told */
  worldGone?: true
  /** calls before this index don't count for loops: a person used the computer in between */
  loopsFrom: number
}

export interface CallState {
  id: CallId
  name: string
  /** as the model wrote them */
  arguments: string
  thread: string
  stepId?: StepId
  requestId: string
  /** the reply ended by length and this is its last call */
  cutOff: boolean
  /** what the model's client found wrong with the arguments */
  unfit?: string
  started?: number
  shown: boolean
  ended: boolean
  result?: CallResult
  approval?: {
    askId: AskId
    approve?: 'once' | 'run' | 'no'
    words?: string
    call?: StoredData<'ask.start'>['call']
  }
  asked?: AskId
  compact?: { content?: string; arguments?: string }
}

export interface Thread {
  id: string
  items: ThreadItem[]
  summary?: { text: string; keepFrom: number }
  /** tokens of its newest request as the server counted */
  lastInput?: number
  /** ladder rungs climbed because the server said that it was too much */
  overflows: number
}
export type ThreadItem =
  | { kind: 'told'; parts: StoredPart[] }
  | { kind: 'reply'; requestId: string; reply: Reply; callIds: CallId[] }

export interface OpenAsk {
  id: AskId
  kind: AskKind
  text: string
  options?: string[]
  call?: StoredData<'ask.start'>['call']
  from: 'planner' | 'executor' | 'harness'
  callId?: CallId
  thread?: string
}

export const PLANNER_THREAD = 'planner'

export function emptyState(): SessionState {
  return {
    folded: 0,
    due: [],
    status: { status: 'idle' },
    rev: 0,
    messages: new Map(),
    waiting: [],
    steps: new Map(),
    calls: new Map(),
    threads: new Map(),
    systems: new Map(),
    binds: new Map(),
    placed: new Set(),
    artifacts: new Map(),
    boots: 0,
    personSaid: [],
  }
}

export function currentStep(state: SessionState): StepState | undefined {
  const id = state.run?.current
  return id && state.steps.get(id)
}
export function runSteps(state: SessionState, run: { steps: StepId[] } | undefined = state.run): StepState[] {
  return (run?.steps ?? []).flatMap((id) => state.steps.get(id) ?? [])
}
export const pendingSteps = (state: SessionState): StepState[] =>
  runSteps(state).filter((step) => step.status === 'pending')

export const newLook = (cause: Look['cause'], stepId?: StepId): Look => ({
  cause,
  ...(stepId && { stepId }),
  told: false,
  unreadable: 0,
  notLookedUp: false,
  notAllowed: false,
})
