import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { setUi } from './ui-store.ts'

export type PanelTab = 'browser' | 'terminal' | 'file' | 'search' | 'files' | 'other'

interface Panel {
  /** the tool call looked at; null = follow what happens */
  callId: string | null
  /** the tab chosen by hand; null = the one that fits the tool */
  tab: PanelTab | null
  /** on a phone: which page is in front */
  phone: 'chat' | 'computer' | 'files' | 'plan'
}

export const panelStore = createStore<Panel>(() => ({ callId: null, tab: null, phone: 'chat' }))
export const usePanel = <T>(pick: (panel: Panel) => T): T => useStore(panelStore, pick)

/** Puts a tool call on the computer's screen and opens the panel if it is closed. */
export function lookAt(callId: string): void {
  panelStore.setState({ callId, tab: null, phone: 'computer' })
  setUi({ panelOpen: true })
}

export const scrubTo = (callId: string): void => panelStore.setState({ callId, tab: null })
export const follow = (): void => panelStore.setState({ callId: null, tab: null })
export const chooseTab = (tab: PanelTab): void => panelStore.setState({ tab, callId: null })
export const showOnPhone = (phone: Panel['phone']): void => panelStore.setState({ phone })
export const resetPanel = (): void => panelStore.setState({ callId: null, tab: null, phone: 'chat' })
