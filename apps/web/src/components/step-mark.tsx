import type { StepStatus } from '@deskhand/protocol'
import { Check, CircleSlash, Circle as Ring, SkipForward, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Spinner } from './spinner.tsx'

const looks: Record<StepStatus, string> = {
  pending: 'text-ink-3',
  running: 'text-accent',
  done: 'bg-ok text-paper',
  failed: 'bg-danger text-paper',
  interrupted: 'bg-signal-soft text-signal',
  skipped: 'bg-sunken text-ink-3',
}

/** The state of a step as a small round sign with a name. */
export function StepMark({ status }: { status: StepStatus }) {
  const { t } = useTranslation()
  return (
    <span
      role="img"
      aria-label={t(`step.${status}`)}
      title={t(`step.${status}`)}
      className={`grid size-4.5 place-items-center rounded-full [&>svg]:size-3 ${looks[status]}`}
    >
      {status === 'pending' && <Ring className="size-4!" />}
      {status === 'running' && <Spinner className="size-4.5!" />}
      {status === 'done' && <Check strokeWidth={3} />}
      {status === 'failed' && <X strokeWidth={3} />}
      {status === 'interrupted' && <CircleSlash />}
      {status === 'skipped' && <SkipForward />}
    </span>
  )
}
