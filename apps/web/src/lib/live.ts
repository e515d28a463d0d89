import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { api } from './api.ts'
import { openStream, type Stream, type StreamState } from './event-source.ts'
import { createKeeper } from './keeper.ts'
import { apiUrl } from './place.ts'
import { receive, sessionStore } from './session-store.ts'
import { patchSessions, refreshSessions } from './sessions-store.ts'

interface Connection {
  state: StreamState
}

/** How the page's one stream is doing. */
export const connectionStore = createStore<Connection>(() => ({ state: 'connecting' }))
export const useConnection = (): StreamState => useStore(connectionStore, ({ state }) => state)

// A tab that is only flicked past keeps its stream.
const HIDDEN_MS = 2_000

let stream: Stream | undefined
let started = false

/** Opens the stream anew for what is shown now: a session, or only the side bar. */
export function restartStream(): void {
  if (!started) return
  stream?.close()
  const { id, phase } = sessionStore.getState()
  const session = phase === 'ready' ? id : null
  stream = openStream({
    url: () => {
      const after = session
        ? `?session=${encodeURIComponent(session)}&after=${sessionStore.getState().view.seq}`
        : ''
      return apiUrl(`events${after}`)
    },
    onEvent(event) {
      if (event.type === 'sessions.update') patchSessions(event)
      else if (sessionStore.getState().id === session) receive(event)
    },
    onState(state) {
      const before = connectionStore.getState().state
      connectionStore.setState({ state })
      if (state === 'live' && before !== 'live') void refreshSessions()
    },
    probe: async () => (await api.me()).user !== null,
  })
}

/** Starts the stream and keeps it fitting to whether anyone looks. Answers how to end it. */
export function startLive(): () => void {
  const keeper = createKeeper(new BroadcastChannel('deskhand.keeper'), Math.random())
  let hiding: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    clearTimeout(hiding)
    keeper.release()
    if (connectionStore.getState().state === 'closed') restartStream()
    else stream?.wake()
  }
  const hide = () => {
    clearTimeout(hiding)
    hiding = setTimeout(async () => {
      if (!(await keeper.claim()) && document.hidden) stream?.close()
    }, HIDDEN_MS)
  }
  const onVisibility = () => (document.hidden ? hide() : show())
  const onWake = () => stream?.wake()

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onWake)
  window.addEventListener('pageshow', onWake)
  started = true
  restartStream()
  return () => {
    started = false
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onWake)
    window.removeEventListener('pageshow', onWake)
    clearTimeout(hiding)
    stream?.close()
  }
}
