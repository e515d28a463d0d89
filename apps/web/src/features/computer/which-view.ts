import type { View, ViewOf } from '@deskhand/protocol'
import type { SessionView, ToolCallView } from '@deskhand/protocol/fold'
import type { PanelTab } from '../../lib/panel-store.ts'

// Said to the person or to the harness: there is nothing to see of them on a computer.
const UNSEEN = new Set(['step_done', 'message_notify', 'message_ask'])

export const tabOfKind: Record<View['kind'], PanelTab> = {
  browser: 'browser',
  shell: 'terminal',
  file: 'file',
  search: 'search',
  image: 'other',
  text: 'other',
}

/** The tab that fits a call, also before it shows anything. */
export function tabOf(tool: ToolCallView): PanelTab {
  if (tool.view && tool.view.kind !== 'text') return tabOfKind[tool.view.kind]
  if (tool.name.startsWith('browser_')) return 'browser'
  if (tool.name.startsWith('shell_')) return 'terminal'
  if (tool.name.startsWith('file_')) return 'file'
  return tool.name === 'web_search' ? 'search' : 'other'
}

/** Calls with something to see, in order. */
export const seenCalls = (view: SessionView): ToolCallView[] =>
  view.toolOrder.flatMap((id) => {
    const tool = view.tools.get(id)
    return tool && !UNSEEN.has(tool.name) ? [tool] : []
  })

export function lastCall(view: SessionView, fits: (tool: ToolCallView) => boolean): ToolCallView | undefined {
  for (let i = view.toolOrder.length - 1; i >= 0; i--) {
    const tool = view.tools.get(view.toolOrder[i]!)
    if (tool && !UNSEEN.has(tool.name) && fits(tool)) return tool
  }
  return undefined
}

export const viewOf = <K extends View['kind']>(
  tool: ToolCallView | undefined,
  kind: K,
): ViewOf<K> | undefined => (tool?.view?.kind === kind ? (tool.view as ViewOf<K>) : undefined)
