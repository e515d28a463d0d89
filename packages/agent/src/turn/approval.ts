import type { Core } from '../run/core.ts'
import { coveredBy } from '../state/covered-by.ts'
import type { CallState } from '../state/session-state.ts'
import type { RiskFinding, Tool, ToolContext } from '../tool.ts'
import { shownArgs } from './call-entries.ts'

export type Approval = 'go' | 'asked' | { denied: string }

/** Whether a call may start. Asks the person when it must, and then the call waits. */
export async function approval<World>(
  core: Core<World>,
  tool: Tool<World>,
  call: CallState,
  args: Record<string, unknown>,
  context: ToolContext<World>,
): Promise<Approval> {
  const { approvals } = core.deps.settings
  const given = call.approval
  if (given?.approve === 'no') return { denied: given.words ?? '' }
  if (approvals === 'never') return 'go'
  const finding = await findRisk(approvals, tool, args, context)
  if (!finding) return 'go'
  if (core.state.run?.approved.has(coveredBy(tool.name, finding.url))) return 'go'
  // The yes was for what the page showed then; another target needs another one.
  if (given?.approve && sameTarget(finding, given.call)) return 'go'
  ask(core as Core<unknown>, call, args, finding)
  return 'asked'
}

async function findRisk<World>(
  approvals: 'risky' | 'always',
  tool: Tool<World>,
  args: Record<string, unknown>,
  context: ToolContext<World>,
): Promise<RiskFinding | undefined> {
  const finding = await tool.risk?.(args, context)
  if (finding || approvals === 'risky') return finding
  return changes(tool as Tool<unknown>, args) ? { risk: 'activate' } : undefined
}

export const changes = (tool: Tool<unknown>, args: Record<string, unknown>): boolean =>
  tool.changesWorld ? tool.changesWorld(args) : tool.kind !== 'pure'

const sameTarget = (now: RiskFinding, then: { risk: string; url?: string; element?: string } | undefined) =>
  now.risk === then?.risk && now.url === then.url && now.element === then.element

function ask(
  core: Core<unknown>,
  call: CallState,
  args: Record<string, unknown>,
  finding: RiskFinding,
): void {
  const askId = core.ids.ask()
  const where = [finding.element && `"${finding.element}"`, finding.url].filter(Boolean).join(' · ')
  core.journal.commit([
    { type: 'ask.bind', data: { askId, from: 'executor', callId: call.id, thread: call.thread } },
    {
      type: 'ask.start',
      data: {
        askId,
        kind: 'approval',
        text: where ? `${call.name}: ${where}` : call.name,
        call: { name: call.name, args: shownArgs(args), ...finding },
      },
    },
    { type: 'status', data: { status: 'waiting' } },
  ])
}
