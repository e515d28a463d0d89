import type { SettingBody } from '@deskhand/protocol/http'
import { useState } from 'react'
import { setSettings, useAccount } from '../../lib/account-store.ts'
import { ApiError, api } from '../../lib/api.ts'

/** The server's settings and what the person changed of them but has not saved yet. */
export function useSettingsForm() {
  const settings = useAccount((account) => account.settings)
  const isAdmin = useAccount((account) => account.me?.user?.role === 'admin')
  const [changed, setChanged] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<ApiError>()

  const of = (key: string): SettingBody | undefined => settings?.settings.find((one) => one.key === key)
  const textOf = (key: string): string => changed[key] ?? of(key)?.value ?? ''
  const change = (key: string, value: string) => setChanged((all) => ({ ...all, [key]: value }))
  const isFixed = (key: string): boolean => {
    const { source, atStart } = of(key) ?? {}
    return !isAdmin || atStart === true || source === 'environment' || source === 'file'
  }

  const put = async (values: Record<string, string | null>): Promise<boolean> => {
    setSaving(true)
    setError(undefined)
    try {
      setSettings(await api.saveSettings(values))
      setChanged({})
      return true
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setError(refused)
      return false
    } finally {
      setSaving(false)
    }
  }
  /** An emptied field takes the saved value back, so that the default is in force again. */
  const save = () =>
    put(
      Object.fromEntries(
        Object.entries(changed).map(([key, value]) => [key, value.trim() === '' ? null : value.trim()]),
      ),
    )

  return {
    settings,
    of,
    textOf,
    change,
    isFixed,
    save,
    put,
    saving,
    error,
    dirty: Object.keys(changed).length > 0,
    changed,
  }
}
export type SettingsForm = ReturnType<typeof useSettingsForm>
