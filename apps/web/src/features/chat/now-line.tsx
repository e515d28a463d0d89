import { useTranslation } from 'react-i18next'
import { Spinner } from '../../components/spinner.tsx'
import { useSession } from '../../lib/session-store.ts'

/** What the agent is at while nothing else on the page moves; step changes are read out, tokens are not. */
export function NowLine() {
  const { t } = useTranslation()
  const status = useSession((view) => view.status.status)
  const step = useSession((view) => view.plan?.steps.find((one) => one.status === 'running')?.title)
  const busy = status !== 'idle' && status !== 'waiting' && status !== 'paused' && status !== 'takeover'
  const words = t(`status.${status}`)
  return (
    <div className="min-h-8">
      <p aria-live="polite" className="sr-only">
        {status === 'running' && step ? `${words}: ${step}` : words}
      </p>
      {busy && (
        <p aria-hidden="true" className="flex items-center gap-2.5 py-2 text-[0.8125rem] text-ink-3">
          <Spinner className="size-4 text-accent" /> {words}
        </p>
      )}
    </div>
  )
}
