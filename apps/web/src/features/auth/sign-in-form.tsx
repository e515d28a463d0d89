import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { ApiError, api } from '../../lib/api.ts'

/** Name and password; `onDone` once the server has set its cookie. */
export function SignInForm({ onDone }: { onDone(): void | Promise<void> }) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await api.signIn({ username, password })
      await onDone()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {error && (
        <Banner tone="danger" role="alert">
          {error.message} {error.hint}
        </Banner>
      )}
      <Field
        label={t('auth.name')}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <Field
        label={t('auth.password')}
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        required
      />
      <Button look="primary" type="submit" busy={busy}>
        {t('auth.signIn')}
      </Button>
    </form>
  )
}
