import type { AgentDeps, SessionAgent } from '@deskhand/agent'
import type { ChatModel, Clock } from '@deskhand/llm'
import type { SandboxHost, SandboxStore } from '@deskhand/sandbox'
import type { World } from '@deskhand/tools'
import type { OpenBrowser } from './sessions/open-browser.ts'

export interface ModelSet {
  planner: ChatModel
  executor: ChatModel
  vision?: ChatModel
}

/** What the server stands on and tests replace: the engine, the model, the agent, Chrome, the time. */
export interface Parts {
  openHost?(store: SandboxStore, clock: Clock): Promise<SandboxHost> | SandboxHost
  models?: ModelSet
  startDemo?(): Promise<{ url: string; close(): Promise<void> }>
  createAgent?(deps: AgentDeps<World>): SessionAgent
  openBrowser?: OpenBrowser
  tools?: AgentDeps<World>['tools']
  clock?: Clock
  /** folder of the built page */
  pageFolder?: string
}
