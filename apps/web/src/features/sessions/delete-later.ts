import type { SessionSummary } from '@deskhand/protocol/http'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { patchSessions } from '../../lib/sessions-store.ts'
import { tell } from '../../lib/toast.ts'

const waiting = new Map<string, SessionSummary>()

/** The list leaves these out, whatever the stream says of them. */
export const isBeingDeleted = (id: string): boolean => waiting.has(id)

/** Takes a session away at once and deletes it for good when the time to undo is over, also if the tab closes then. */
export function deleteLater(session: SessionSummary): void {
  waiting.set(session.id, session)
  patchSessions({ id: session.id, removed: true })

  const forGood = async () => {
    if (!waiting.has(session.id)) return
    window.removeEventListener('pagehide', forGood)
    const deleted = await attempt(() => api.deleteSession(session.id))
    waiting.delete(session.id)
    if (!deleted) patchSessions(session)
  }
  const undo = () => {
    waiting.delete(session.id)
    window.removeEventListener('pagehide', forGood)
    patchSessions(session)
  }
  window.addEventListener('pagehide', forGood)
  tell(i18next.t('sessions.deleted', { title: session.title || i18next.t('sessions.untitled') }), {
    action: { label: i18next.t('sessions.undo'), onClick: undo },
    onGone: () => void forGood(),
  })
}
