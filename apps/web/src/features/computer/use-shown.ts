import type { ToolCallView } from '@deskhand/protocol/fold'
import { type PanelTab, usePanel } from '../../lib/panel-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { lastCall, tabOf } from './which-view.ts'

interface Shown {
  tool: ToolCallView | undefined
  tab: PanelTab
  /** follows what happens, instead of standing at a past call */
  live: boolean
}

/** What the computer shows: the call chosen by hand, the last one of the tab chosen by hand, or the last of all. */
export function useShown(): Shown {
  const callId = usePanel((panel) => panel.callId)
  const byHand = usePanel((panel) => panel.tab)
  const chosen = useSession((view) => (callId ? view.tools.get(callId as ToolCallView['callId']) : undefined))
  const last = useSession((view) => lastCall(view, (tool) => byHand === null || tabOf(tool) === byHand))
  if (chosen) return { tool: chosen, tab: tabOf(chosen), live: false }
  return { tool: last, tab: byHand ?? (last ? tabOf(last) : 'browser'), live: true }
}
