import { type AgentDeps, createSessionAgent, type SessionAgent } from '@deskhand/agent'
import { tools, type World } from '@deskhand/tools'
import type { FastifyInstance } from 'fastify'
import { type OpenBrowser, openBrowser } from './open-browser.ts'

export interface Runtime {
  createAgent(deps: AgentDeps<World>): SessionAgent
  openBrowser: OpenBrowser
  tools: AgentDeps<World>['tools']
}

/** The real agent, tools and Chrome, or what a test put in their place. */
export function loadRuntime(app: FastifyInstance): Runtime {
  return {
    createAgent: app.parts.createAgent ?? createSessionAgent,
    openBrowser: app.parts.openBrowser ?? openBrowser,
    tools: app.parts.tools ?? tools,
  }
}
