import type { Usage } from '@deskhand/protocol'
import type { AgentSettings } from '../deps.ts'
import type { RunState, SessionState } from '../state/session-state.ts'
import type { Core } from './core.ts'

export const WARN_AT = 0.75

export interface BudgetShares {
  calls: number
  tokens: number
  minutes: number
  cost?: number
}

/** How much of each budget of the run is used, from 0 to 1 and above; each extension adds half as much again. */
export function budgetShares(run: RunState, settings: AgentSettings, now: number): BudgetShares {
  const room = 1 + run.extensions / 2
  const { usage } = run
  const active = run.activeMs + (run.activeSince === undefined ? 0 : now - run.activeSince)
  const shares: BudgetShares = {
    calls: usage.calls / (settings.runMaxCalls * room),
    tokens: (usage.inputTokens + usage.outputTokens) / (settings.runMaxTokens * room),
    minutes: active / 60_000 / (settings.runMaxMinutes * room),
  }
  if (settings.runMaxCost !== undefined) shares.cost = (usage.costUsd ?? 0) / (settings.runMaxCost * room)
  return shares
}

export function fullBudget(
  run: RunState,
  settings: AgentSettings,
  now: number,
): keyof BudgetShares | undefined {
  const shares = Object.entries(budgetShares(run, settings, now)) as [keyof BudgetShares, number][]
  return shares.find(([, share]) => share >= 1)?.[0]
}

/** Budgets that passed the mark and of which nobody has been told. */
export function budgetsToWarn(
  state: SessionState,
  settings: AgentSettings,
  now: number,
): (keyof BudgetShares)[] {
  const { run } = state
  if (!run) return []
  const shares = Object.entries(budgetShares(run, settings, now)) as [keyof BudgetShares, number][]
  return shares
    .filter(([of, share]) => share >= WARN_AT && share < 1 && !run.warned.has(of))
    .map(([of]) => of)
}

export function usageOf(core: Core<unknown>): Usage | undefined {
  const { run } = core.state
  if (!run) return undefined
  const { calls, tokens, minutes } = budgetShares(run, core.deps.settings, core.deps.clock.now())
  return {
    ...run.usage,
    contextWindow: core.deps.models.executor.info.contextWindow,
    budget: { calls: share(calls), tokens: share(tokens), minutes: share(minutes) },
  }
}
const share = (value: number) => Math.min(1, Math.round(value * 1000) / 1000)
