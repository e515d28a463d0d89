import type { SessionSummary } from '@deskhand/protocol/http'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { chime, showNotification } from '../lib/notify.ts'
import { sessionsStore } from '../lib/sessions-store.ts'
import { type Mood, moodOf } from '../lib/status.ts'
import { uiStore } from '../lib/ui-store.ts'

const NEWS: ReadonlySet<Mood> = new Set(['ok', 'partial', 'failed', 'needsYou'])

/** Which sessions changed to something a person who is not looking wants to hear. */
export function newsOf(
  before: ReadonlyMap<string, SessionSummary>,
  now: ReadonlyMap<string, SessionSummary>,
): SessionSummary[] {
  return [...now.values()].filter((session) => {
    const old = before.get(session.id)
    if (!old) return false
    const mood = moodOf(session.status, session.outcome)
    return NEWS.has(mood) && mood !== moodOf(old.status, old.outcome)
  })
}

/** Tells of finished work and questions while the tab is not looked at: a number in the title, a sound, a notification. */
export function useAnnouncements(navigate: (to: string) => void): void {
  const { t } = useTranslation()
  useEffect(() => {
    let missed = 0
    const title = () => {
      document.title = missed ? `(${missed}) Deskhand` : 'Deskhand'
    }
    const seen = () => {
      if (document.hidden) return
      missed = 0
      title()
    }
    const end = sessionsStore.subscribe((now, before) => {
      if (!document.hidden || before.phase !== 'ready') return
      for (const session of newsOf(before.byId, now.byId)) {
        missed++
        const { sound, notify } = uiStore.getState()
        if (sound) chime()
        const mood = t(`mood.${moodOf(session.status, session.outcome)}`)
        if (notify) showNotification(session.title || 'Deskhand', mood, () => navigate(`/s/${session.id}`))
      }
      title()
    })
    document.addEventListener('visibilitychange', seen)
    return () => {
      end()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [navigate, t])
}
