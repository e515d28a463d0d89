import { useEffect } from 'react'
import { api } from '../lib/api.ts'
import { useSessions } from '../lib/sessions-store.ts'

/** A session that is looked at is read, now and when something comes while it is looked at. */
export function useMarkRead(id: string): void {
  const unread = useSessions((state) => state.byId.get(id)?.unread ?? false)
  useEffect(() => {
    if (!unread) return
    const mark = () => {
      // Not knowing is harmless here: the next look tries again.
      if (!document.hidden) api.patchSession(id, { read: true }).catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread])
}
