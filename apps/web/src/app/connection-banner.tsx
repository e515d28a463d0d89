import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { expire } from '../lib/account-store.ts'
import { restartStream, useConnection } from '../lib/live.ts'

/** Says so when the page no longer hears from the server; the work itself goes on there. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const state = useConnection()
  useEffect(() => {
    if (state === 'expired') expire()
  }, [state])
  if (state !== 'retrying') return null
  return (
    <div
      role="status"
      data-testid="reconnecting"
      className="flex items-center justify-center gap-3 bg-signal-soft px-4 py-1.5 text-signal text-sm"
    >
      <WifiOff className="size-4" aria-hidden="true" />
      <span>{t('connection.retrying')}</span>
      <button type="button" className="font-medium underline underline-offset-2" onClick={restartStream}>
        {t('connection.now')}
      </button>
    </div>
  )
}

export function ConnectionDot() {
  const { t } = useTranslation()
  const state = useConnection()
  const words = t(`connection.state.${state}`)
  return (
    <span
      className="grid size-8 place-items-center"
      title={words}
      data-testid="connection"
      data-state={state}
    >
      <span className="sr-only">{words}</span>
      <span
        aria-hidden="true"
        className={`block size-2 rounded-full ${state === 'live' ? 'bg-ok' : 'breathe bg-signal'}`}
      />
    </span>
  )
}
