import i18next from 'i18next'
import { useRef } from 'react'
import { api } from '../lib/api.ts'
import { attempt } from '../lib/commands.ts'
import { follow } from '../lib/panel-store.ts'
import { sessionStore } from '../lib/session-store.ts'
import { keyNames } from '../lib/shortcuts.ts'
import { isBusy } from '../lib/status.ts'
import { tell } from '../lib/toast.ts'
import { setUi, uiStore } from '../lib/ui-store.ts'
import { useShortcuts } from './use-shortcuts.ts'

// Long enough to press twice on purpose, short enough that a forgotten first press means nothing.
const TWICE_MS = 2_000

/** The shortcuts of an open session. */
export function useSessionShortcuts(id: string): void {
  const armed = useRef(0)
  const approve = (answer: 'once' | 'no') => {
    const { openAsk, asks } = sessionStore.getState().view
    const ask = openAsk && asks.get(openAsk)
    if (!ask) return false
    if (ask.kind !== 'approval') return false
    return void attempt(() => api.post(id, { text: '', approve: answer, replyTo: ask.askId }))
  }
  useShortcuts({
    computer: () => setUi({ panelOpen: !uiStore.getState().panelOpen }),
    approve: () => approve('once'),
    reject: () => approve('no'),
    live: () => {
      if (document.querySelector('[role=dialog],[role=menu]')) return false
      return follow()
    },
    stop: () => {
      if (!isBusy(sessionStore.getState().view.status.status)) return false
      const now = Date.now()
      if (now - armed.current < TWICE_MS) return void attempt(() => api.command(id, 'stop'))
      armed.current = now
      tell(i18next.t('run.stopTwice', { keys: keyNames('mod+.') }))
    },
  })
}
