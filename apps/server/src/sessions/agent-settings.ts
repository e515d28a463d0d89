import type { AgentSettings } from '@deskhand/agent'
import type { FastifyInstance } from 'fastify'
import type { SessionRow } from './session-list.ts'

/** Read anew at each look: a change in Settings or in the project reaches a run at work. */
export function agentSettings(app: FastifyInstance, row: () => SessionRow): AgentSettings {
  const values = () => app.settings.values
  return {
    get stepMaxCalls() {
      return values().STEP_MAX_CALLS
    },
    get runMaxCalls() {
      return values().RUN_MAX_CALLS
    },
    get runMaxTokens() {
      return values().RUN_MAX_TOKENS
    },
    get runMaxMinutes() {
      return values().RUN_MAX_MINUTES
    },
    get runMaxCost() {
      return values().RUN_MAX_COST
    },
    get approvals() {
      return values().APPROVALS
    },
    get timeZone() {
      return values().SANDBOX_TZ ?? row().timeZone ?? 'UTC'
    },
    get language() {
      return row().language ?? undefined
    },
    get instructions() {
      return app.projects.instructionsOf(row().projectId)
    },
    get knowledge() {
      return app.library.notes()
    },
    get skills() {
      return app.library.skills()
    },
  }
}
