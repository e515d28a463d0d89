import type { ToolSpec } from '@deskhand/llm'
import type { AskId, CallId, MessageId, RunId, StepId, ThoughtId } from '@deskhand/protocol'
import type { AgentDeps } from '../deps.ts'
import type { Journal } from '../journal/journal.ts'
import type { SessionState } from '../state/session-state.ts'
import type { OpenStreams } from './open-streams.ts'
import type { ToolList } from './tool-list.ts'

/** What every act of one session's agent works with. */
export interface Core<World> {
  deps: AgentDeps<World>
  journal: Journal
  state: SessionState
  ids: Ids
  tools: ToolList<World>
  specs: ToolSpec[]
  streams: OpenStreams
}

export interface Ids {
  run(): RunId
  step(): StepId
  message(): MessageId
  thought(): ThoughtId
  ask(): AskId
  call(): CallId
  proposal(): string
}

export const makeIds = (newId: AgentDeps<unknown>['newId']): Ids => ({
  run: () => newId('run') as RunId,
  step: () => newId('step') as StepId,
  message: () => newId('message') as MessageId,
  thought: () => newId('thought') as ThoughtId,
  ask: () => newId('ask') as AskId,
  call: () => newId('call') as CallId,
  proposal: () => newId('proposal'),
})
