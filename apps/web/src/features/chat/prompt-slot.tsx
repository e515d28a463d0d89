import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { say } from '../../lib/commands.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'
import { ApprovalCard } from './approval-card.tsx'
import { PausedCard } from './paused-card.tsx'
import { PromptCard } from './prompt-card.tsx'

/** What waits for the person, always in sight above the composer: a question, a yes or no, a pause with its choices. */
export function PromptSlot({ takeControl }: { takeControl: ReactNode }) {
  const sessionId = useSessionState((state) => state.id)
  const ask = useSession((view) => (view.openAsk ? view.asks.get(view.openAsk) : undefined))
  const status = useSession((view) => view.status)
  const { t } = useTranslation()
  if (!sessionId) return null
  if (ask?.kind === 'approval') return <ApprovalCard key={ask.askId} sessionId={sessionId} ask={ask} />
  if (ask) {
    return (
      <PromptCard key={ask.askId} title={t(`ask.${ask.kind}`)} text={ask.text}>
        {ask.kind === 'takeover' && takeControl}
        {ask.options?.map((option) => (
          <Button key={option} onClick={() => say(sessionId, { text: option, replyTo: ask.askId })}>
            {option}
          </Button>
        ))}
      </PromptCard>
    )
  }
  if (status.status === 'paused') return <PausedCard sessionId={sessionId} status={status} />
  return null
}
