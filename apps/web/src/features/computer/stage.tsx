import type { ToolCallView } from '@deskhand/protocol/fold'
import { lazy } from 'react'
import type { PanelTab } from '../../lib/panel-store.ts'
import { BrowserView } from './browser-view.tsx'
import { FileView } from './file-view.tsx'
import { OtherView } from './other-view.tsx'
import { SearchView } from './search-view.tsx'

// The terminal's library is as heavy as the rest of the page, so it comes when it is first looked at.
const TerminalView = lazy(() => import('./terminal-view.tsx'))

interface Props {
  tab: Exclude<PanelTab, 'files'>
  tool: ToolCallView | undefined
  live: boolean
}

/** One view for each kind of thing a tool shows; what has none is shown as it came. */
export function Stage({ tab, tool, live }: Props) {
  switch (tab) {
    case 'browser':
      return <BrowserView tool={tool} live={live} />
    case 'terminal':
      return <TerminalView tool={tool} live={live} />
    case 'file':
      return <FileView tool={tool} />
    case 'search':
      return <SearchView tool={tool} />
    case 'other':
      return <OtherView tool={tool} />
  }
}
