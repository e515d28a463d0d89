import type { PostMessage } from '@deskhand/protocol/http'
import { useTranslation } from 'react-i18next'
import { Composer } from '../features/chat/composer.tsx'
import { PromptSlot } from '../features/chat/prompt-slot.tsx'
import { TakeButton } from '../features/takeover/take-button.tsx'
import { api } from '../lib/api.ts'
import { attempt, say } from '../lib/commands.ts'
import { useSession } from '../lib/session-store.ts'
import { isBusy } from '../lib/status.ts'

/** What waits for the person, and where they speak. */
export function SessionFoot({ id }: { id: string }) {
  const { t } = useTranslation()
  const status = useSession((view) => view.status.status)
  const openAsk = useSession((view) => (view.openAsk ? view.asks.get(view.openAsk) : undefined))
  const running = isBusy(status)
  const answers = openAsk && openAsk.kind !== 'approval'
  const send = (message: PostMessage) =>
    say(id, answers && !message.mode ? { ...message, replyTo: openAsk.askId } : message)
  const placeholder = answers
    ? t('composer.answer')
    : running
      ? t('composer.steerPlaceholder')
      : t('composer.placeholder')
  return (
    <div className="px-3 pb-3 sm:px-5">
      <div className="mx-auto max-w-[46rem]">
        <PromptSlot takeControl={<TakeButton loud />} />
        <Composer
          place={id}
          placeholder={placeholder}
          running={running}
          stopping={status === 'stopping'}
          onSend={send}
          onStop={() => void attempt(() => api.command(id, 'stop'))}
        />
      </div>
    </div>
  )
}
