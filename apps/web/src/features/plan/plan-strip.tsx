import type { StepStatus } from '@deskhand/protocol'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session-store.ts'
import { PlanPanel } from './plan-panel.tsx'

const colours: Record<StepStatus, string> = {
  pending: 'bg-line',
  running: 'bg-accent breathe',
  done: 'bg-ok',
  failed: 'bg-danger',
  interrupted: 'bg-signal-line',
  skipped: 'bg-line-strong',
}

/** The plan in one line: where the work stands, with the whole of it one click away. */
export function PlanStrip() {
  const plan = useSession((view) => view.plan)
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!plan?.steps.length) return null
  const done = plan.steps.filter((step) => step.status === 'done').length
  const current = plan.steps.find((step) => step.status === 'running')
  return (
    <div className="relative z-10 border-line border-b bg-paper px-4 sm:px-6" data-testid="plan-strip">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="mx-auto flex min-h-10 w-full max-w-[46rem] items-center gap-3 text-left text-[0.8125rem]"
      >
        <span className="font-semibold tabular-nums">
          {t('plan.progress', { done, all: plan.steps.length })}
        </span>
        <span className="flex h-1.5 w-24 shrink-0 gap-0.5" aria-hidden="true">
          {plan.steps.map((step) => (
            <span key={step.id} className={clsx('h-full flex-1 rounded-full', colours[step.status])} />
          ))}
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-2">{current?.title ?? plan.goal}</span>
        {plan.rev > 1 && (
          <span className="text-ink-3 max-sm:hidden">{t('plan.revision', { rev: plan.rev })}</span>
        )}
        <ChevronDown
          className={clsx('size-4 text-ink-3 transition-transform', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="rise absolute inset-x-0 top-full max-h-[60dvh] overflow-y-auto border-line border-b bg-surface px-4 pb-4 shadow-card sm:px-6">
            <div className="mx-auto max-w-[46rem]">
              <PlanPanel />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
