import type { AnyEvent } from '@deskhand/protocol'
import { apply, emptyView, type SessionView } from '@deskhand/protocol/fold'
import type { SessionDetail } from '@deskhand/protocol/http'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ApiError, api } from './api.ts'

interface SessionState {
  id: string | null
  phase: 'none' | 'loading' | 'ready' | 'missing' | 'failed'
  /** changed in place by the fold alone; `rev` tells that it was */
  view: SessionView
  rev: number
  /** as asked for when the session was opened; what changes comes by events */
  detail: SessionDetail | null
  error?: ApiError
}

const nothing = (): SessionState => ({ id: null, phase: 'none', view: emptyView(), rev: 0, detail: null })

export const sessionStore = createStore<SessionState>(nothing)

/** A piece of the open session. Pick entities, not containers: those keep their identity when they change. */
export const useSession = <T>(pick: (view: SessionView) => T): T =>
  useStore(sessionStore, (state) => pick(state.view))
export const useSessionState = <T>(pick: (state: SessionState) => T): T => useStore(sessionStore, pick)

let queue: AnyEvent[] = []
let scheduled = false
let mending: Promise<void> | undefined

/** Takes in one event of the stream; a burst becomes one drawing of the page. */
export function receive(event: AnyEvent): void {
  queue.push(event)
  if (scheduled) return
  scheduled = true
  if (document.hidden) setTimeout(flush, 100)
  else requestAnimationFrame(flush)
}

function flush(): void {
  scheduled = false
  if (mending) return
  const { view, id } = sessionStore.getState()
  const events = queue
  queue = []
  for (const [i, event] of events.entries()) {
    if (apply(view, event) !== 'gap') continue
    queue = [...events.slice(i), ...queue]
    mending = mend(id, view).finally(() => {
      mending = undefined
      if (queue.length) flush()
    })
    break
  }
  sessionStore.setState({ rev: view.rev })
}

/** Fetches what is missing; what cannot be fetched is never guessed. */
async function mend(id: string | null, view: SessionView): Promise<void> {
  if (!id) return
  try {
    for (const event of await api.events(id, view.seq)) apply(view, event)
  } catch {
    // The next connection begins at view.seq and brings the same events.
    queue = []
  }
  if (sessionStore.getState().view === view) sessionStore.setState({ rev: view.rev })
}

/** Opens a session: all its events, then whatever the stream brings. Resolves to whether it is there. */
export async function openSession(id: string): Promise<boolean> {
  queue = []
  const view = emptyView()
  sessionStore.setState({ ...nothing(), id, phase: 'loading', view, error: undefined })
  const isOpen = () => sessionStore.getState().view === view
  try {
    const [detail, events] = await Promise.all([api.session(id), api.events(id, 0)])
    for (const event of events) apply(view, event)
    if (!view.title) view.title = detail.title
    if (view.sandbox.expiresAt === undefined && detail.sandbox?.expiresAt !== undefined) {
      view.sandbox = { ...view.sandbox, expiresAt: detail.sandbox.expiresAt }
    }
    if (isOpen()) sessionStore.setState({ phase: 'ready', detail, rev: view.rev })
    return isOpen()
  } catch (error) {
    if (!isOpen()) return false
    const refused = error instanceof ApiError ? error : new ApiError(0, 'PAGE_BUG', String(error))
    sessionStore.setState({ phase: refused.status === 404 ? 'missing' : 'failed', error: refused })
    return false
  }
}

export function closeSession(): void {
  queue = []
  sessionStore.setState(nothing())
}
