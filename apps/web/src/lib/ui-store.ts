import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

export type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'zh-CN'
export type Quality = 'auto' | 'low' | 'high'

/** What a person arranged in this browser. Everything about their work is kept by the server. */
export interface Ui {
  theme: Theme
  language: Language
  fontScale: number
  sendKey: 'enter' | 'mod-enter'
  reduceMotion: boolean
  sideOpen: boolean
  panelOpen: boolean
  /** open the computer at the first tool of a run */
  panelOpens: boolean
  /** share of the conversation beside the computer, 0 to 1 */
  split: number
  quality: Quality
  sound: boolean
  notify: boolean
  screenReaderTerminal: boolean
}

const firstLanguage = (): Language => (/^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en')

export const uiStore = createStore<Ui>()(
  persist(
    (): Ui => ({
      theme: 'system',
      language: firstLanguage(),
      fontScale: 1,
      sendKey: 'enter',
      reduceMotion: false,
      sideOpen: true,
      panelOpen: true,
      panelOpens: true,
      split: 0.46,
      quality: 'auto',
      sound: false,
      notify: false,
      screenReaderTerminal: false,
    }),
    { name: 'deskhand.ui', version: 1 },
  ),
)

export const useUi = <T>(pick: (ui: Ui) => T): T => useStore(uiStore, pick)
export function setUi(change: Partial<Ui>): void {
  uiStore.setState(change)
}

/** Puts theme, text size and motion on the document, now and at every change. */
export function applyUi(): void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  const put = () => {
    const { theme, fontScale, reduceMotion, language } = uiStore.getState()
    const root = document.documentElement
    root.dataset.theme = theme === 'system' ? (media.matches ? 'dark' : 'light') : theme
    root.dataset.motion = reduceMotion ? 'reduce' : 'full'
    root.style.setProperty('--font-scale', String(fontScale))
    root.lang = language
  }
  media.addEventListener('change', put)
  uiStore.subscribe(put)
  put()
}
