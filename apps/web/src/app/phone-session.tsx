import { FolderOpen, ListChecks, MessageSquare, Monitor } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Conversation } from '../features/chat/conversation.tsx'
import { FilesView } from '../features/files/files-view.tsx'
import { PlanPanel } from '../features/plan/plan-panel.tsx'
import { showOnPhone, usePanel } from '../lib/panel-store.ts'
import { useSession } from '../lib/session-store.ts'
import { ComputerPane } from './computer-pane.tsx'
import { SessionFoot } from './session-foot.tsx'
import { SessionHeader } from './session-header.tsx'

const tabs = [
  { id: 'chat', Icon: MessageSquare },
  { id: 'computer', Icon: Monitor },
  { id: 'files', Icon: FolderOpen },
  { id: 'plan', Icon: ListChecks },
] as const

/** One thing at a time, with the way to the others at the thumb. */
export function PhoneSession({ id }: { id: string }) {
  const { t } = useTranslation()
  const shown = usePanel((panel) => panel.phone)
  const needsYou = useSession((view) => view.openAsk !== null || view.status.status === 'paused')
  return (
    <main tabIndex={-1} className="flex h-full min-w-0 flex-col outline-none" aria-label={t('session.title')}>
      <SessionHeader id={id} compact />
      <div className="flex min-h-0 flex-1 flex-col" data-testid={`phone-${shown}`}>
        {shown === 'chat' && (
          <>
            <Conversation />
            <SessionFoot id={id} />
          </>
        )}
        {shown === 'computer' && <ComputerPane withFiles={false} />}
        {shown === 'files' && <FilesView />}
        {shown === 'plan' && (
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6">
            <PlanPanel />
          </div>
        )}
      </div>
      <nav
        aria-label={t('session.pages')}
        className="grid grid-cols-4 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        {tabs.map(({ id: tab, Icon }) => (
          <button
            key={tab}
            type="button"
            aria-current={tab === shown ? 'page' : undefined}
            onClick={() => showOnPhone(tab)}
            className="relative flex min-h-13 flex-col items-center justify-center gap-0.5 text-ink-3 text-xs aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            <Icon className="size-5" aria-hidden="true" />
            {t(`phone.${tab}`)}
            {tab === 'chat' && needsYou && shown !== 'chat' && (
              <span className="absolute top-1.5 right-[calc(50%-1.25rem)] size-2 rounded-full bg-signal" />
            )}
          </button>
        ))}
      </nav>
    </main>
  )
}
