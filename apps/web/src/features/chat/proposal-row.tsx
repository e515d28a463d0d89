import type { ItemOf } from '@deskhand/protocol/fold'
import { BookMarked } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { inputLook } from '../../components/field.tsx'
import { useAccount } from '../../lib/account-store.ts'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { useSessionState } from '../../lib/session-store.ts'

/** Something the agent would like to keep for later tasks. Nothing is kept unless the person says so. */
export function ProposalRow({ item }: { item: ItemOf<'proposal'> }) {
  const { t } = useTranslation()
  const { proposal, state } = item
  if (state) {
    return (
      <details className="my-1.5 text-[0.8125rem] text-ink-3" data-row="proposal" data-state={state}>
        <summary className="flex items-center gap-2 py-1">
          <BookMarked className="size-3.5 shrink-0" aria-hidden="true" />
          {t(`proposal.${state}`, { name: proposal.name })}
        </summary>
        <p className="whitespace-pre-wrap pb-1 pl-5.5">{proposal.text}</p>
      </details>
    )
  }
  return (
    <section
      className="my-2 rounded-2xl border border-line bg-surface px-4 py-3 text-sm"
      data-row="proposal"
      data-state="open"
    >
      <h3 className="flex items-center gap-2 font-semibold text-[0.8125rem]">
        <BookMarked className="size-4 text-accent" aria-hidden="true" />
        {t(`proposal.${proposal.kind}`)}
      </h3>
      <Decision proposal={proposal} />
    </section>
  )
}

function Decision({ proposal }: Pick<ItemOf<'proposal'>, 'proposal'>) {
  const { t } = useTranslation()
  const sessionId = useSessionState((session) => session.id)
  const isAdmin = useAccount((account) => account.me?.user?.role === 'admin')
  const [text, setText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const decide = async (accept: boolean) => {
    if (!sessionId) return
    setBusy(true)
    await attempt(() =>
      api.decide(sessionId, proposal.id, { accept, ...(accept && text !== undefined && { text }) }),
    )
    setBusy(false)
  }
  return (
    <>
      {text === undefined ? (
        <p className="mt-1.5 whitespace-pre-wrap">{proposal.text}</p>
      ) : (
        <textarea
          aria-label={t('proposal.edit', { name: proposal.name })}
          className={`${inputLook} mt-2`}
          rows={Math.min(12, text.split('\n').length + 2)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <p className="mt-1 text-[0.8125rem] text-ink-3">
        {t(isAdmin ? 'proposal.text' : 'proposal.adminOnly')}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {isAdmin && (
          <Button small look="primary" disabled={busy || text?.trim() === ''} onClick={() => decide(true)}>
            {t('proposal.keep')}
          </Button>
        )}
        {isAdmin && text === undefined && (
          <Button small onClick={() => setText(proposal.text)}>
            {t('proposal.change')}
          </Button>
        )}
        <Button small look="ghost" disabled={busy} onClick={() => decide(false)}>
          {t('proposal.decline')}
        </Button>
      </div>
    </>
  )
}
