import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/format.ts'
import { sessionStore, useSession } from '../../lib/session-store.ts'

/** Earlier revisions that really differed, newest first. */
export function PlanHistory() {
  const { t, i18n } = useTranslation()
  useSession((view) => view.planHistory.length)
  const { plan, planHistory } = sessionStore.getState().view
  const all = plan ? [...planHistory, plan] : planHistory
  const changes = all.filter(
    (one) => one.cause === 'interrupt' || one.added.length > 0 || one.dropped.length > 0,
  )
  if (changes.length < 2) return null
  return (
    <details className="mt-4 border-line border-t pt-3 text-[0.875rem]">
      <summary className="font-medium text-ink-2">{t('plan.history', { count: changes.length })}</summary>
      <ol className="mt-2 flex flex-col gap-3">
        {changes.toReversed().map((one) => (
          <li key={one.rev} className="border-line-strong border-l-2 pl-3">
            <p className="text-ink-3 text-xs">
              {t('plan.revision', { rev: one.rev })} · {t(`plan.cause.${one.cause}`)} ·{' '}
              {clock(one.ts, i18n.language)}
            </p>
            {one.why && <p>{one.why}</p>}
            {one.dropped.map((step) => (
              <p key={step.id} className="text-ink-3">
                − <del>{step.title}</del>
              </p>
            ))}
            {one.steps
              .filter((step) => one.added.includes(step.id))
              .map((step) => (
                <p key={step.id} className="text-ink-2">
                  + {step.title}
                </p>
              ))}
          </li>
        ))}
      </ol>
    </details>
  )
}
