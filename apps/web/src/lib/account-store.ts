import type { DemoBody, MeBody, SettingsBody } from '@deskhand/protocol/http'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { api } from './api.ts'
import { whenSignedOut } from './request.ts'

interface Account {
  phase: 'loading' | 'ready' | 'offline'
  me: MeBody | null
  settings: SettingsBody | null
  demo: DemoBody | null
  /** somebody was signed in here, and the server no longer knows them */
  expired: boolean
}

export const accountStore = createStore<Account>(() => ({
  phase: 'loading',
  me: null,
  settings: null,
  demo: null,
  expired: false,
}))
export const useAccount = <T>(pick: (account: Account) => T): T => useStore(accountStore, pick)

whenSignedOut(() => {
  if (accountStore.getState().me?.user) accountStore.setState({ expired: true })
})

/** Who is signed in, and what the product is set to. */
export async function loadAccount(): Promise<void> {
  try {
    const me = await api.me()
    const nothing = () => null
    const [settings, demo] = me.user
      ? await Promise.all([api.settings().catch(nothing), api.demo().catch(nothing)])
      : [null, null]
    accountStore.setState({ phase: 'ready', me, settings, demo, expired: false })
  } catch {
    accountStore.setState(({ me }) => ({ phase: me ? 'ready' : 'offline' }))
  }
}

export function setSettings(settings: SettingsBody): void {
  accountStore.setState({ settings })
  // Naming a model ends the demo, and taking it away begins it.
  void api.demo().then(
    (demo) => accountStore.setState({ demo }),
    () => {},
  )
}
export const expire = (): void => accountStore.setState({ expired: true })
