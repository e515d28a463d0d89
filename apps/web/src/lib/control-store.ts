import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ApiError, api } from './api.ts'
import { chooseTab } from './panel-store.ts'

interface Control {
  sessionId: string | null
  lease: string | null
  phase: 'none' | 'taking' | 'held' | 'returning'
  error?: ApiError
}

export const controlStore = createStore<Control>(() => ({ sessionId: null, lease: null, phase: 'none' }))
export const useControl = <T>(pick: (control: Control) => T): T => useStore(controlStore, pick)

const HEARTBEAT_MS = 5_000
const KEPT = 'deskhand.lease'
let heart: ReturnType<typeof setInterval> | undefined

function hold(sessionId: string, lease: string): void {
  clearInterval(heart)
  heart = setInterval(beat, HEARTBEAT_MS)
  sessionStorage.setItem(KEPT, JSON.stringify({ sessionId, lease }))
  controlStore.setState({ sessionId, lease, phase: 'held', error: undefined })
  chooseTab('browser')
}

function letGo(error?: ApiError): void {
  clearInterval(heart)
  sessionStorage.removeItem(KEPT)
  controlStore.setState({ sessionId: null, lease: null, phase: 'none', error })
}

const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, 'PAGE_BUG', String(error))

async function beat(): Promise<void> {
  const { sessionId, lease } = controlStore.getState()
  if (!sessionId || !lease) return
  try {
    await api.control(sessionId, { action: 'heartbeat', lease })
  } catch (error) {
    // Without an answer the lease may still be ours: the server keeps it for a minute.
    if (error instanceof ApiError && error.status !== 0 && error.status < 500) letGo(error)
  }
}

/** Asks for mouse and keyboard; resolves when the agent holds still. */
export async function takeControl(sessionId: string): Promise<void> {
  controlStore.setState({ sessionId, phase: 'taking', error: undefined })
  try {
    const { lease } = await api.control(sessionId, { action: 'take' })
    if (lease) hold(sessionId, lease)
    else letGo(new ApiError(0, 'NO_LEASE', 'The server gave no lease.'))
  } catch (error) {
    letGo(asApiError(error))
  }
}

/** Hands back with a note for the agent. Keeps control when the server cannot be reached. */
export async function returnControl(note: string): Promise<void> {
  const { sessionId, lease } = controlStore.getState()
  if (!sessionId || !lease) return
  controlStore.setState({ phase: 'returning' })
  try {
    await api.control(sessionId, { action: 'return', lease, ...(note.trim() ? { note: note.trim() } : {}) })
    letGo()
  } catch (error) {
    const refused = asApiError(error)
    if (refused.status === 409) letGo(refused)
    else controlStore.setState({ phase: 'held', error: refused })
  }
}

/** After a reload the lease of a moment ago still holds. */
export async function regainControl(sessionId: string): Promise<void> {
  const kept = sessionStorage.getItem(KEPT)
  if (!kept || controlStore.getState().phase !== 'none') return
  const known = JSON.parse(kept) as { sessionId: string; lease: string }
  if (known.sessionId !== sessionId) return
  try {
    await api.control(sessionId, { action: 'heartbeat', lease: known.lease })
    hold(sessionId, known.lease)
  } catch {
    sessionStorage.removeItem(KEPT)
  }
}

/** The server ended the takeover: by its own clock, or from another tab. */
export const controlEnded = (): void => {
  if (controlStore.getState().phase !== 'none') letGo()
}
