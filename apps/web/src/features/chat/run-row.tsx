import type { ItemOf } from '@deskhand/protocol/fold'
import { CircleCheck, CircleDashed, CircleSlash, CircleX, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { count, duration } from '../../lib/format.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'

const signs = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  partial: { Icon: CircleDashed, tone: 'text-ok' },
  failed: { Icon: CircleX, tone: 'text-danger' },
  stopped: { Icon: CircleSlash, tone: 'text-ink-3' },
} as const

/** How a run ended and what it took. The last one, if it failed, can be tried again. */
export function RunRow({ item }: { item: ItemOf<'run'> }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const isLast = useSession((view) => view.items.at(-1)?.key === item.key && view.status.status === 'idle')
  const { Icon, tone } = signs[item.outcome]
  const { usage } = item
  const canRetry = isLast && item.outcome === 'failed' && sessionId
  return (
    <div
      className="my-3 border-line border-t pt-3 text-[0.8125rem]"
      data-row="run"
      data-outcome={item.outcome}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className={`inline-flex items-center gap-1.5 font-semibold ${tone}`}>
          <Icon className="size-4" aria-hidden="true" /> {t(`mood.${item.outcome}`)}
        </span>
        <span className="text-ink-3 tabular-nums">
          {duration(item.ms)} · {t('usage.tokens', { n: count(usage.inputTokens + usage.outputTokens) })} ·{' '}
          {t('usage.toolCalls', { n: usage.toolCalls })}
          {usage.costUsd !== undefined && ` · $${usage.costUsd.toFixed(2)}`}
        </span>
        <span className="flex-1" />
        {canRetry && (
          <Button
            small
            icon={<RotateCcw className="size-3.5" />}
            onClick={() => attempt(() => api.command(sessionId, 'retry'))}
          >
            {t('run.retry')}
          </Button>
        )}
      </div>
      {item.reason && <p className="mt-1.5 text-[0.875rem] text-ink-2">{item.reason}</p>}
    </div>
  )
}
