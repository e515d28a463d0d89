import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  tone: 'plain' | 'ok' | 'danger'
  text: string
  more?: string
  action?: { label: string; onClick(): void }
  /** when it is gone by itself or by hand, but not by its action */
  onGone?(): void
}

const SHOWN_MS = 6_000

/** What is told in passing, newest last. */
export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let next = 1

const drop = (id: number) =>
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))

/** Takes one away; `acted`: its action was chosen, so that what would follow does not. */
export function dismiss(id: number, acted = false): void {
  const toast = toastStore.getState().toasts.find((one) => one.id === id)
  drop(id)
  if (toast && !acted) toast.onGone?.()
}

/** Tells something for some seconds. */
export function tell(text: string, rest: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  const id = next++
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts, { id, tone: 'plain', text, ...rest }] }))
  setTimeout(() => dismiss(id), SHOWN_MS)
}
