import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { takeControl, useControl } from '../../lib/control-store.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'

/** Takes mouse and keyboard. The agent holds still until they are handed back. */
export function TakeButton({ loud }: { loud?: boolean }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const phase = useControl((control) => control.phase)
  const ready = useSession((view) => view.sandbox.state === 'ready')
  const holder = useSession((view) => view.takeover?.user)
  if (!sessionId || phase === 'held' || phase === 'returning') return null
  if (holder && phase === 'none') {
    return <span className="truncate text-signal text-xs">{t('takeover.heldBy', { user: holder })}</span>
  }
  return (
    <Button
      small={!loud}
      look={loud ? 'signal' : 'plain'}
      icon={<Hand className="size-3.5" />}
      busy={phase === 'taking'}
      disabled={!ready}
      title={ready ? undefined : t('takeover.notReady')}
      onClick={() => takeControl(sessionId)}
      data-testid="take-control"
    >
      {phase === 'taking' ? t('takeover.taking') : t('takeover.take')}
    </Button>
  )
}
