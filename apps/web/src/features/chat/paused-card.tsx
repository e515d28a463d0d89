import type { StatusView } from '@deskhand/protocol/fold'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { duration } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { PromptCard } from './prompt-card.tsx'

const MODEL_REASONS = new Set(['model_auth', 'model_quota', 'model_config', 'model_unavailable'])

/** Why work rests, and what can be done about it. */
export function PausedCard({ sessionId, status }: { sessionId: string; status: StatusView }) {
  const { t } = useTranslation()
  const now = useNow(1_000, status.retryAt !== undefined)
  const reason = status.reason ?? 'user'
  const left = status.retryAt ? status.retryAt - now : 0
  const resume = (extend?: true) => attempt(() => api.resume(sessionId, extend))
  return (
    <PromptCard
      title={t(`paused.${reason}`)}
      text={status.text}
      details={
        left > 0 && (
          <p className="text-[0.8125rem] text-ink-2">{t('paused.retryIn', { time: duration(left) })}</p>
        )
      }
    >
      <Button
        look="signal"
        icon={<Play className="size-4" />}
        onClick={() => resume(reason === 'budget' ? true : undefined)}
      >
        {reason === 'budget' ? t('paused.extend') : t('run.resume')}
      </Button>
      <Button onClick={() => attempt(() => api.command(sessionId, 'finish'))}>{t('run.finish')}</Button>
      <Button onClick={() => attempt(() => api.command(sessionId, 'stop'))}>{t('run.stop')}</Button>
      {MODEL_REASONS.has(reason) && (
        <Link
          href="/settings/models"
          className="inline-flex min-h-9 items-center rounded-[10px] px-2 font-medium text-accent text-sm underline underline-offset-2"
        >
          {t('paused.modelSettings')}
        </Link>
      )}
    </PromptCard>
  )
}
