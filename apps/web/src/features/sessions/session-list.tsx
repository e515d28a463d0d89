import type { SessionSummary } from '@deskhand/protocol/http'
import { Archive, Search, X } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { inOrder, moreSessions, refreshSessions, useSessions } from '../../lib/sessions-store.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { deleteLater, isBeingDeleted } from './delete-later.ts'
import { SessionRow } from './session-row.tsx'

interface Props {
  current: string | null
  searchRef: RefObject<HTMLInputElement | null>
  onOpen(): void
  onGone(id: string): void
}

/** All sessions, newest first, with the server's own search over titles and messages. */
export function SessionList({ current, searchRef, onOpen, onGone }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState(false)
  const sought = useDeferredValue(search.trim())
  const remove = (session: SessionSummary) => {
    deleteLater(session)
    if (session.id === current) onGone(session.id)
  }
  const rows = { current, onOpen, onDelete: remove }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex gap-1 px-2 pb-2">
        <label className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-[10px] bg-paper px-2.5 text-sm focus-within:outline-2 focus-within:outline-accent">
          <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
          <input
            ref={searchRef}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
            placeholder={t('sessions.search')}
            aria-label={t('sessions.search')}
            className="w-full min-w-0 bg-transparent py-1.5 outline-none placeholder:text-ink-3"
          />
          {search && (
            <button type="button" aria-label={t('sessions.clearSearch')} onClick={() => setSearch('')}>
              <X className="size-4 text-ink-3" />
            </button>
          )}
        </label>
        <button
          type="button"
          aria-pressed={archived}
          aria-label={t('sessions.showArchived')}
          title={t('sessions.showArchived')}
          onClick={() => setArchived(!archived)}
          className="grid size-9 place-items-center rounded-[10px] text-ink-2 hover:bg-paper aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <Archive className="size-4" />
        </button>
      </div>
      {sought ? <Found search={sought} {...rows} /> : archived ? <Archived {...rows} /> : <All {...rows} />}
    </div>
  )
}

type RowProps = Pick<Parameters<typeof SessionRow>[0], 'onOpen' | 'onDelete'> & { current: string | null }

function Rows({ sessions, current, onOpen, onDelete }: RowProps & { sessions: readonly SessionSummary[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          current={session.id === current}
          onOpen={onOpen}
          onDelete={onDelete}
        />
      ))}
    </ul>
  )
}

function All(rows: RowProps) {
  const { t } = useTranslation()
  const { byId, phase, next } = useSessions((state) => state)
  const sessions = inOrder(byId.values()).filter((one) => !one.archived && !isBeingDeleted(one.id))
  return (
    <nav aria-label={t('sessions.title')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {phase === 'loading' && (
        <div className="grid place-items-center py-8 text-ink-3">
          <Spinner />
        </div>
      )}
      {phase === 'failed' && (
        <EmptyState title={t('sessions.failed')}>
          <Button small onClick={() => void refreshSessions()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      )}
      {phase === 'ready' && !sessions.length && (
        <p className="px-3 py-6 text-center text-ink-3 text-sm">{t('sessions.none')}</p>
      )}
      <Rows sessions={sessions} {...rows} />
      {next && (
        <Button small look="ghost" className="mt-2 w-full" onClick={() => attempt(moreSessions)}>
          {t('sessions.more')}
        </Button>
      )}
    </nav>
  )
}

/** Put away: read from the server when looked at, and as the stream changes them. */
function Archived(rows: RowProps) {
  const { t } = useTranslation()
  const byId = useSessions((state) => state.byId)
  const asked = useAsk('archived', () => api.sessions({ archived: true }))
  const old = asked.value?.items ?? []
  const all = new Map([...old, ...byId.values()].map((one) => [one.id, one]))
  const sessions = inOrder(all.values()).filter((one) => one.archived && !isBeingDeleted(one.id))
  return (
    <nav aria-label={t('sessions.archived')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {asked.phase === 'failed' && <p className="px-3 py-4 text-danger text-sm">{asked.error.message}</p>}
      {asked.phase === 'there' && !sessions.length && (
        <p className="px-3 py-6 text-center text-ink-3 text-sm">{t('sessions.noneArchived')}</p>
      )}
      <Rows sessions={sessions} {...rows} />
    </nav>
  )
}

function Found({ search, ...rows }: RowProps & { search: string }) {
  const { t } = useTranslation()
  const [settled, setSettled] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), 200)
    return () => clearTimeout(timer)
  }, [search])
  const asked = useAsk(settled, () => api.sessions({ search: settled }))
  const found = asked.value?.items.filter((one) => !isBeingDeleted(one.id))
  return (
    <nav aria-label={t('sessions.found')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {asked.phase === 'failed' && <p className="px-3 py-4 text-danger text-sm">{asked.error.message}</p>}
      {found?.length === 0 && asked.phase === 'there' && (
        <p className="px-3 py-6 text-center text-ink-3 text-sm">
          {t('sessions.noMatch', { search: settled })}
        </p>
      )}
      {found && <Rows sessions={found} {...rows} />}
    </nav>
  )
}
