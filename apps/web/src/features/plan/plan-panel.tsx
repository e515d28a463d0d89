import type { PlanStep } from '@deskhand/protocol'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { StepMark } from '../../components/step-mark.tsx'
import { useSession } from '../../lib/session-store.ts'
import { PlanHistory } from './plan-history.tsx'

/** The whole plan: each step with its state and outcome, what was dropped and why, earlier revisions. */
export function PlanPanel() {
  const plan = useSession((view) => view.plan)
  const { t } = useTranslation()
  if (!plan) return <EmptyState icon={<ListChecks />} title={t('plan.none')} text={t('plan.noneText')} />
  return (
    <div className="pt-3" data-testid="plan">
      <p className="font-semibold">{plan.goal}</p>
      {plan.why && plan.cause === 'interrupt' && (
        <p className="mt-1 rounded-lg bg-signal-soft px-2.5 py-1.5 text-[0.875rem] text-signal">{plan.why}</p>
      )}
      <ol className="mt-3 flex flex-col gap-2.5">
        {plan.steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
        {plan.dropped.map((step) => (
          <li key={step.id} className="flex gap-2.5 text-ink-3">
            <StepMark status="skipped" />
            <span className="min-w-0 flex-1">
              <del>{step.title}</del> <span className="text-xs">{t('plan.dropped')}</span>
            </span>
          </li>
        ))}
      </ol>
      <PlanHistory />
    </div>
  )
}

function Step({ step }: { step: PlanStep }) {
  const { t } = useTranslation()
  return (
    <li
      className="flex gap-2.5"
      data-step={step.status}
      aria-current={step.status === 'running' ? 'step' : undefined}
    >
      <span className="pt-0.5">
        <StepMark status={step.status} />
      </span>
      <div className="min-w-0 flex-1">
        <p
          className={
            step.status === 'running' ? 'font-semibold' : step.status === 'pending' ? 'text-ink-2' : ''
          }
        >
          {step.title}
        </p>
        {step.summary && <p className="text-[0.8125rem] text-ink-2">{step.summary}</p>}
        {!step.summary && step.doneWhen && (
          <p className="text-[0.8125rem] text-ink-3">{t('plan.doneWhen', { what: step.doneWhen })}</p>
        )}
      </div>
    </li>
  )
}
