import type { LiveData } from '@deskhand/protocol'
import type { SessionSummary } from '@deskhand/protocol/http'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { api } from './api.ts'

interface SessionsState {
  byId: ReadonlyMap<string, SessionSummary>
  phase: 'loading' | 'ready' | 'failed'
  next?: string
}

/** The side bar's sessions: pages from the server, kept up to date by the live stream. */
export const sessionsStore = createStore<SessionsState>(() => ({ byId: new Map(), phase: 'loading' }))
export const useSessions = <T>(pick: (state: SessionsState) => T): T => useStore(sessionsStore, pick)

const withAll = (known: ReadonlyMap<string, SessionSummary>, items: readonly SessionSummary[]) =>
  new Map([...known, ...items.map((item) => [item.id, item] as const)])

/** Reads the newest page again. What changed while the stream was down has no other way here. */
export async function refreshSessions(): Promise<void> {
  try {
    const { items, next } = await api.sessions()
    // Sessions older than this page stay: they may have been read in with "more".
    const oldest = Math.min(...items.filter((item) => !item.pinned).map((item) => item.updatedAt))
    const older = next
      ? [...sessionsStore.getState().byId.values()].filter((item) => item.updatedAt < oldest)
      : []
    const before = sessionsStore.getState().next
    sessionsStore.setState({
      byId: withAll(new Map(), [...items, ...older]),
      phase: 'ready',
      next: older.length ? before : next,
    })
  } catch {
    // The connection's own sign says that the server is away; the list that is there stays useful.
    if (sessionsStore.getState().phase === 'loading') sessionsStore.setState({ phase: 'failed' })
  }
}

export async function moreSessions(): Promise<void> {
  const { next } = sessionsStore.getState()
  if (!next) return
  const page = await api.sessions({ cursor: next })
  sessionsStore.setState(({ byId }) => ({ byId: withAll(byId, page.items), next: page.next }))
}

export function patchSessions(update: LiveData<'sessions.update'>): void {
  sessionsStore.setState(({ byId }) => {
    if (!('removed' in update)) return { byId: withAll(byId, [update]) }
    const rest = new Map(byId)
    rest.delete(update.id)
    return { byId: rest }
  })
}

/** Shown at once; the server's own update follows by the stream. Put back when the server refuses. */
export async function patchSession(
  id: string,
  change: Partial<Pick<SessionSummary, 'title' | 'pinned' | 'archived'>>,
): Promise<void> {
  const before = sessionsStore.getState().byId.get(id)
  if (before) patchSessions({ ...before, ...change })
  try {
    await api.patchSession(id, change)
  } catch (error) {
    if (before) patchSessions(before)
    throw error
  }
}

/** Pinned first, then by last activity. */
export const inOrder = (sessions: Iterable<SessionSummary>): SessionSummary[] =>
  [...sessions].sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt)
