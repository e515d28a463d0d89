import { Gauge } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { count } from '../lib/format.ts'
import { useSession } from '../lib/session-store.ts'

/** What the run has used so far, and how much of its budgets that is. */
export function UsageChip() {
  const { t } = useTranslation()
  const usage = useSession((view) => view.usage)
  if (!usage) return null
  const total = count(usage.inputTokens + usage.outputTokens)
  const share = (value: number) => `${Math.round(value * 100)} %`
  const rows: [string, string][] = [
    [
      t('usage.input'),
      `${count(usage.inputTokens)} (${t('usage.cached', { n: count(usage.cachedTokens) })})`,
    ],
    [t('usage.output'), count(usage.outputTokens)],
    [t('usage.calls'), String(usage.calls)],
    [t('usage.tools'), String(usage.toolCalls)],
    ...(usage.costUsd === undefined
      ? []
      : [[t('usage.cost'), `$${usage.costUsd.toFixed(3)}`] as [string, string]]),
    [t('usage.context'), `${count(usage.contextTokens)} / ${count(usage.contextWindow)}`],
  ]
  const budgets: [string, number][] = [
    [t('usage.budgetCalls'), usage.budget.calls],
    [t('usage.budgetTokens'), usage.budget.tokens],
    [t('usage.budgetMinutes'), usage.budget.minutes],
  ]
  return (
    <Popover.Root>
      <Popover.Trigger className="inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-lg px-2 text-ink-2 text-xs tabular-nums hover:bg-sunken">
        <Gauge className="size-3.5" aria-hidden="true" />
        {t('usage.tokens', { n: total })}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className="rise z-50 w-72 rounded-2xl border border-line bg-surface p-4 text-[0.8125rem] shadow-card"
        >
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            {rows.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-3">{name}</dt>
                <dd className="text-right tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 mb-1.5 font-medium">{t('usage.budgets')}</p>
          {budgets.map(([name, value]) => (
            <div key={name} className="mb-1.5">
              <p className="flex justify-between text-ink-3 text-xs">
                <span>{name}</span>
                <span className="tabular-nums">{share(value)}</span>
              </p>
              <div className="h-1 rounded-full bg-line">
                <div
                  className={`h-full rounded-full ${value > 0.75 ? 'bg-signal' : 'bg-accent'}`}
                  style={{ width: share(Math.min(value, 1)) }}
                />
              </div>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
