import type { ToolCallView } from '@deskhand/protocol/fold'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session-store.ts'
import { ScreenshotView } from './screenshot-view.tsx'
import { VncView } from './vnc-view.tsx'
import { lastCall, viewOf } from './which-view.ts'

/** The sandbox's screen as it is now, or the pictures a past call left. */
export function BrowserView({ tool, live }: { tool: ToolCallView | undefined; live: boolean }) {
  const newest = useSession((view) => lastCall(view, (one) => one.view?.kind === 'browser'))
  const page = viewOf(live ? newest : tool, 'browser')
  return (
    <>
      <AddressLine url={page?.url} title={page?.title} />
      {live ? <VncView pageTitle={page?.title} /> : <ScreenshotView tool={tool} />}
    </>
  )
}

function AddressLine({ url, title }: { url?: string; title?: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 bg-screen-2 px-3 text-on-screen text-xs">
      <span className="flex gap-1.5" aria-hidden="true">
        <i className="size-2 rounded-full bg-on-screen/25" />
        <i className="size-2 rounded-full bg-on-screen/25" />
        <i className="size-2 rounded-full bg-on-screen/25" />
      </span>
      <p
        className="flex min-w-0 flex-1 items-center gap-1.5 rounded-md bg-screen px-2.5 py-1"
        title={title}
        data-testid="address"
      >
        {url?.startsWith('https:') && <Lock className="size-3 shrink-0" aria-hidden="true" />}
        <span className="truncate">{url || t('computer.noPage')}</span>
      </p>
    </div>
  )
}
