import type { PlanView, SessionView } from '@deskhand/protocol/fold'
import { GitBranch, ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showOnPhone } from '../../lib/panel-store.ts'
import { useSession } from '../../lib/session-store.ts'

/** A plan made, or made anew: what it is for, what came and what went, and why. */
export function PlanRow({ plan }: { plan: PlanView }) {
  const { t } = useTranslation()
  const goalSaid = useSession((view) => wasSaid(view, plan.goal))
  const whySaid = useSession((view) => wasSaid(view, plan.why))
  if (plan.cause === 'answer') {
    return plan.why ? (
      <p className="py-1 text-[0.8125rem] text-ink-3" data-row="plan">
        {t('plan.stays')} {plan.why}
      </p>
    ) : null
  }
  const fresh = plan.cause === 'new'
  const added = plan.steps.filter((step) => plan.added.includes(step.id))
  const Icon = fresh ? ListChecks : GitBranch
  return (
    <div
      className={`my-2 rounded-2xl border px-4 py-3 ${fresh ? 'border-line bg-surface' : 'border-signal-line/70 bg-signal-soft/50'}`}
      data-row="plan"
      data-cause={plan.cause}
    >
      <div className="flex items-center gap-2 text-[0.8125rem]">
        <Icon className={`size-4 ${fresh ? 'text-accent' : 'text-signal'}`} aria-hidden="true" />
        <span className="font-semibold">{t(`plan.cause.${plan.cause}`)}</span>
        <span className="flex-1" />
        <button
          type="button"
          className="rounded px-1 text-ink-3 underline-offset-2 hover:underline md:pointer-events-none"
          onClick={() => showOnPhone('plan')}
        >
          {t('plan.revision', { rev: plan.rev })}
        </button>
      </div>
      {fresh && plan.goal && !goalSaid && <p className="mt-1 text-[0.9375rem]">{plan.goal}</p>}
      {plan.why && !whySaid && <p className="mt-1 text-[0.9375rem]">{plan.why}</p>}
      <ol className="mt-2 flex flex-col gap-1 text-[0.875rem] text-ink-2">
        {plan.dropped.map((step) => (
          <li key={step.id} className="flex gap-2 text-ink-3">
            <span className="w-4 shrink-0 text-right" aria-hidden="true">
              −
            </span>
            <del>{step.title}</del>
          </li>
        ))}
        {added.map((step, i) => (
          <li key={step.id} className="flex gap-2">
            <span className="w-4 shrink-0 text-right text-ink-3 tabular-nums" aria-hidden="true">
              {fresh ? i + 1 : '+'}
            </span>
            <span>{step.title}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

// A plan repeats what stands right above it: the task as it was put, and what the planner said about it.
const wasSaid = (view: SessionView, text: string | undefined): boolean =>
  view.items.some((item) => item.kind === 'message' && item.text === text)
