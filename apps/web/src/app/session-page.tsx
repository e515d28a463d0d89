import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Spinner } from '../components/spinner.tsx'
import { Split } from '../components/split.tsx'
import { Conversation } from '../features/chat/conversation.tsx'
import { PlanStrip } from '../features/plan/plan-strip.tsx'
import { controlEnded, regainControl } from '../lib/control-store.ts'
import { restartStream } from '../lib/live.ts'
import { resetPanel } from '../lib/panel-store.ts'
import { closeSession, openSession, useSession, useSessionState } from '../lib/session-store.ts'
import { setUi, uiStore, useUi } from '../lib/ui-store.ts'
import { useMedia } from '../lib/use-media.ts'
import { ComputerPane } from './computer-pane.tsx'
import { PhoneSession } from './phone-session.tsx'
import { SessionFoot } from './session-foot.tsx'
import { SessionHeader } from './session-header.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useSessionShortcuts } from './use-session-shortcuts.ts'

export default function SessionPage({ id }: { id: string }) {
  useEffect(() => {
    resetPanel()
    void openSession(id).then((there) => {
      if (!there) return
      restartStream()
      void regainControl(id)
    })
    return () => {
      closeSession()
      restartStream()
    }
  }, [id])
  const phase = useSessionState((state) => state.phase)
  const error = useSessionState((state) => state.error)
  const { t } = useTranslation()
  if (phase === 'missing') {
    return (
      <main className="h-full">
        <EmptyState title={t('session.missing')}>
          <Link href="/" className="text-accent underline underline-offset-2">
            {t('side.newTask')}
          </Link>
        </EmptyState>
      </main>
    )
  }
  if (phase === 'failed') {
    return (
      <main className="h-full">
        <EmptyState title={error?.message ?? ''} text={error?.hint}>
          <Button onClick={() => void openSession(id).then((there) => there && restartStream())}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      </main>
    )
  }
  if (phase !== 'ready') {
    return (
      <main className="grid h-full place-items-center text-ink-3" aria-busy="true">
        <Spinner className="size-6" />
      </main>
    )
  }
  return <OpenSession id={id} />
}

function OpenSession({ id }: { id: string }) {
  const { t } = useTranslation()
  const twoColumns = useMedia('(min-width: 768px)')
  const panelOpen = useUi((ui) => ui.panelOpen)
  const share = useUi((ui) => ui.split)
  const status = useSession((view) => view.status.status)
  const tools = useSession((view) => view.toolOrder.length > 0)
  useMarkRead(id)
  useSessionShortcuts(id)
  useEffect(() => {
    if (tools && uiStore.getState().panelOpens) setUi({ panelOpen: true })
  }, [tools])
  useEffect(() => {
    if (status !== 'takeover') controlEnded()
  }, [status])

  if (!twoColumns) return <PhoneSession id={id} />
  const chat = (
    <div className="flex h-full min-h-0 flex-col">
      <PlanStrip />
      <Conversation />
      <SessionFoot id={id} />
    </div>
  )
  return (
    <main tabIndex={-1} className="flex h-full min-w-0 flex-col outline-none" aria-label={t('session.title')}>
      <SessionHeader id={id} />
      {panelOpen ? (
        <Split
          share={share}
          onShare={(split) => setUi({ split })}
          label={t('session.resize')}
          left={chat}
          right={<ComputerPane withFiles />}
        />
      ) : (
        <div className="min-h-0 flex-1">{chat}</div>
      )}
    </main>
  )
}
