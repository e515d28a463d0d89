import type { Reply, ReplyRequest } from '@deskhand/llm'
import type {
  AskId,
  BlobId,
  CallId,
  MessageId,
  ModelRole,
  StepId,
  StoredData,
  StoredType,
  ThoughtId,
  ToolOutcome,
  View,
} from '@deskhand/protocol'

/** Entries that never leave the server (but, secrets removed, in a trace). */
export interface PrivateEntries {
  /** entries that must all be in the log before anything else is done: finished at once, or at the next boot */
  due: { entries: NewEntry[] }

  /** committed before the request goes out */
  'model.request': { purpose: ReplyRequest['purpose']; thread: string; requestId: string }
  'model.reply': {
    requestId: string
    thread: string
    reply: Reply
    /** one a call, in order: the ids under which calls are run and answered */
    callIds?: CallId[]
    thought?: Thought
  }
  'model.error': { requestId: string; thread: string; class: string; text: string; thought?: Thought }

  /** frozen at first use, so that a later start of the server sends the same bytes */
  'prompt.system': { role: 'planner' | 'executor' | 'reporter'; text: string }
  /** what a thread is told by the harness; the messages named in `delivers` are with the planner from here on */
  'thread.message': {
    thread: string
    parts: StoredPart[]
    delivers?: MessageId[]
    note?: 'nudge' | 'hand_back' | 'world_gone' | 'look' | 'directive' | 'asked_again'
  }
  /** what a call's result says to the model, byte for byte */
  'tool.result': CallResult

  /** from here on the thread shows less; what is left out can be read under the paths in the texts */
  'context.cut': ContextCut

  'message.route': { id: MessageId; to: MessageRoute }
  /** what all steps of a run share in their directives */
  'run.context': { runId: string; started: string; knowledge: string; retryOf?: string }
  'run.finish': { runId: string }
  'run.end_with': { runId: string; outcome: 'ok' | 'partial' | 'failed'; reason?: string }
  'budget.extend': { runId: string }
  'budget.warned': { runId: string; of: 'calls' | 'tokens' | 'minutes' | 'cost' }
  'files.placed': { messages: MessageId[] }

  'plan.steps': { steps: StepSpec[] }
  'plan.decision': { requestId: string; decision: Decision; churn?: true }
  /** the reply could not be used and was sent back with the reason */
  'plan.rejected': { requestId: string; why: 'unreadable' | 'not_allowed' | 'not_looked_up' }

  'step.thread': { stepId: StepId; thread: string }
  /** the step has come to its end; its open calls are settled, then step.end follows */
  'step.close': StepClose
  /** an accepted end was refused */
  'step.refused': { stepId: StepId; why: string; exit?: true }

  'ask.bind': { askId: AskId; from: 'planner' | 'executor' | 'harness'; callId?: CallId; thread?: string }
  /** calls on this host need no further yes in this run */
  'approval.host': { runId: string; host: string }
  /** what the person said when giving the controls back; for the planner */
  'takeover.note': { text: string }
  boot: { version: 1 }
}
export type PrivateType = keyof PrivateEntries
export type PrivateData<T extends PrivateType> = PrivateEntries[T]

export type NewEntry =
  | { [T in StoredType]: { type: T; data: StoredData<T> } }[StoredType]
  | { [T in PrivateType]: { type: T; data: PrivateData<T> } }[PrivateType]

export interface Thought {
  id: ThoughtId
  role: ModelRole
  stepId?: StepId
  text: string
}

/** Pictures are kept by the server and put into a request by their blob. */
export type StoredPart =
  | { type: 'text'; text: string }
  | { type: 'image'; blob: BlobId; mime: string; width?: number; height?: number; path?: string }

export type StoredImage = Extract<StoredPart, { type: 'image' }>

export interface CallResult {
  callId: CallId
  thread: string
  content: string
  outcome: ToolOutcome
  ms: number
  /** absent: the call never showed on the page, and no tool.end follows */
  view?: View
  images?: StoredImage[]
  /** the whole, when `content` is not it */
  path?: string
  /** did work (no control tool, not skipped) */
  work?: boolean
  changesWorld?: boolean
  family?: string
  exitCode?: number
  pageChanged?: boolean
  /** what loop detection compares */
  mark?: { call: string; result: string; error?: string; page?: string; pure?: boolean; waiting?: boolean }
  loop?: { signal: string; level: 'soft' | 'hard' }
  badArguments?: boolean
  /** a note named to the model because the page matched */
  knowledge?: string
  /** a skill whose file this result shows, the first time in the run */
  skill?: string
}

export type ContextCut =
  | {
      thread: string
      cut: 'compact'
      /** texts shown from now on in place of results, and of arguments */
      results: { callId: CallId; content: string }[]
      arguments: { callId: CallId; arguments: string }[]
      before: number
      after: number
    }
  | {
      thread: string
      cut: 'summary'
      text: string
      /** number of the first item of the thread that stays as it was */
      keepFrom: number
      path: string
      before: number
      after: number
    }

/** run: starts the next run · planner: steers · answer: to the open question · hold: the planner gets it when work goes on · none: an approval, or a choice that code carries out */
export type MessageRoute = 'run' | 'planner' | 'answer' | 'hold' | 'none'

export interface StepSpec {
  id: StepId
  title: string
  goal: string
  doneWhen?: string
  expect?: { file?: string; pageText?: string }
  carry?: boolean
  replaces?: StepId
  /** the interrupted step that goes on under this id */
  continues?: StepId
}

export type Decision = 'plan' | 'continue' | 'answer' | 'ask' | 'stop' | 'give_up'

export interface StepClose {
  stepId: StepId
  outcome: 'done' | 'failed' | 'interrupted'
  summary: string
  verified: boolean
  /** who ended it: the model, or code with this reason */
  by:
    | 'model'
    | 'message'
    | 'stop'
    | 'finish'
    | 'budget'
    | 'stuck'
    | 'monologue'
    | 'evidence'
    | 'context'
    | 'refused'
    | 'arguments'
    | 'world_lost'
  facts?: string[]
  artifacts?: { path: string; size: number; sha256: string }[]
  missing?: string[]
  problems?: string[]
  lesson?: string
}
