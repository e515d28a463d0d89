import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { en } from '../locales/en.ts'
import { type Language, uiStore } from './ui-store.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'page'
    resources: { page: typeof en }
  }
}

// Only the language in use is loaded.
const languages: Record<Language, () => Promise<object>> = {
  en: async () => (await import('../locales/en.ts')).en,
  'zh-CN': async () => (await import('../locales/zh-cn.ts')).zhCn,
}

async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'page')) {
    i18next.addResourceBundle(language, 'page', await languages[language]())
  }
  await i18next.changeLanguage(language)
}

/** Loads the person's language and follows when they choose another. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    ns: ['page'],
    defaultNS: 'page',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  })
  let shown = uiStore.getState().language
  await show(shown)
  uiStore.subscribe(({ language }) => {
    if (language === shown) return
    shown = language
    void show(language)
  })
}
