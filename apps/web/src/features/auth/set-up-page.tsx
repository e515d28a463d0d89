import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { loadAccount, useAccount } from '../../lib/account-store.ts'
import { ApiError, api } from '../../lib/api.ts'
import { CardPage } from './card-page.tsx'

const SHORTEST_PASSWORD = 8

/** The first account, or a new password, by the one-time link that the server printed. */
export default function SetUpPage() {
  const { t } = useTranslation()
  const first = useAccount((account) => account.me?.setupNeeded ?? true)
  const token =
    new URLSearchParams(useSearch()).get('token') ?? new URLSearchParams(location.hash.slice(1)).get('token')
  return (
    <CardPage
      title={t(first ? 'auth.setUpTitle' : 'auth.resetTitle')}
      text={t(first ? 'auth.setUpText' : 'auth.resetText')}
    >
      {token ? (
        <SetUpForm token={token} />
      ) : (
        <Banner tone="signal">{t(first ? 'auth.needLink' : 'auth.needResetLink')}</Banner>
      )}
    </CardPage>
  )
}

function SetUpForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [username, setUsername] = useState(new URLSearchParams(useSearch()).get('name') ?? '')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const short = password !== '' && password.length < SHORTEST_PASSWORD
  const differs = again !== '' && again !== password
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (short || password !== again) return
    setBusy(true)
    setError(undefined)
    try {
      await api.setUp({ token, username, password })
      await loadAccount()
      navigate('/', { replace: true })
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
        maxLength={64}
        required
      />
      <Field
        label={t('auth.newPassword')}
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="new-password"
        hint={t('auth.passwordHint', { count: SHORTEST_PASSWORD })}
        error={short ? t('auth.passwordHint', { count: SHORTEST_PASSWORD }) : undefined}
        required
      />
      <Field
        label={t('auth.passwordAgain')}
        type="password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        autoComplete="new-password"
        error={differs ? t('auth.differs') : undefined}
        required
      />
      <Button look="primary" type="submit" busy={busy} disabled={short || differs}>
        {t('auth.begin')}
      </Button>
    </form>
  )
}
