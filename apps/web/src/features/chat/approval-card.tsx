import type { AskView } from '@deskhand/protocol/fold'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { inputLook } from '../../components/field.tsx'
import { say } from '../../lib/commands.ts'
import { PromptCard } from './prompt-card.tsx'

/** A call that needs a yes: what it is about, and three answers. "No" may say what to do instead. */
export function ApprovalCard({ sessionId, ask }: { sessionId: string; ask: AskView }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const answer = async (approve: 'once' | 'run' | 'no') => {
    setBusy(true)
    await say(sessionId, { text: approve === 'no' ? words : '', approve, replyTo: ask.askId })
    setBusy(false)
  }
  const { call } = ask
  return (
    <PromptCard
      title={call ? t(`risk.${call.risk}`) : t('ask.approval')}
      text={ask.text}
      details={
        call && (
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-[0.8125rem]">
            {call.url && <Fact name={t('ask.page')} value={call.url} />}
            {call.element && <Fact name={t('ask.element')} value={call.element} />}
            <Fact name={call.name} value={JSON.stringify(call.args)} />
          </dl>
        )
      }
    >
      <Button look="signal" disabled={busy} data-approve="once" onClick={() => answer('once')}>
        {t('ask.once')}
      </Button>
      <Button disabled={busy} onClick={() => answer('run')}>
        {t('ask.run')}
      </Button>
      <span className="flex min-w-56 flex-1 gap-2">
        <input
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('ask.instead')}
          aria-label={t('ask.instead')}
          className={inputLook}
        />
        <Button look="danger" disabled={busy} data-approve="no" onClick={() => answer('no')}>
          {t('ask.no')}
        </Button>
      </span>
    </PromptCard>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="max-h-24 overflow-y-auto break-words font-mono text-xs leading-5">{value}</dd>
  </>
)
