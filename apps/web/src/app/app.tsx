import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Router, Switch } from 'wouter'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Spinner } from '../components/spinner.tsx'
import { Toasts } from '../components/toasts.tsx'
import { loadAccount, useAccount } from '../lib/account-store.ts'
import { routerBase } from '../lib/place.ts'
import { HomePage } from './home-page.tsx'
import { Shell } from './shell.tsx'

const SetUpPage = lazy(() => import('../features/auth/set-up-page.tsx'))
const SignInPage = lazy(() => import('../features/auth/sign-in-page.tsx'))
const SessionPage = lazy(() => import('./session-page.tsx'))
const SettingsScreen = lazy(() => import('../features/settings/settings-screen.tsx'))

export function App() {
  useEffect(() => void loadAccount(), [])
  return (
    <Router base={routerBase()}>
      <Gate />
      <Toasts />
    </Router>
  )
}

/** Who is here decides what there is to see. */
function Gate() {
  const { t } = useTranslation()
  const phase = useAccount((account) => account.phase)
  const signedIn = useAccount((account) => account.me?.user != null)
  const setupNeeded = useAccount((account) => account.me?.setupNeeded)
  if (phase === 'loading') return <Waiting />
  if (phase === 'offline') {
    return (
      <main className="h-dvh">
        <EmptyState title={t('connection.noServer')} text={t('connection.noServerText')}>
          <Button onClick={() => void loadAccount()}>{t('common.retry')}</Button>
        </EmptyState>
      </main>
    )
  }
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/setup">
          <SetUpPage />
        </Route>
        <Route>{signedIn ? <Inside /> : setupNeeded ? <SetUpPage /> : <SignInPage />}</Route>
      </Switch>
    </Suspense>
  )
}

function Inside() {
  const { t } = useTranslation()
  return (
    <Shell>
      <ErrorBoundary
        resetKey={location.pathname}
        fallback={(error, retry) => (
          <EmptyState title={t('common.broken')} text={error.message}>
            <Button onClick={retry}>{t('common.retry')}</Button>
            <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
          </EmptyState>
        )}
      >
        <Suspense fallback={<Waiting />}>
          <Switch>
            <Route path="/s/:id">{({ id }) => <SessionPage key={id} id={id} />}</Route>
            <Route path="/settings/:page?">
              <SettingsScreen />
            </Route>
            <Route path="/">
              <HomePage />
            </Route>
            <Route>
              <main className="h-full">
                <EmptyState title={t('common.notFound')} />
              </main>
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

const Waiting = () => (
  <div className="grid h-full min-h-40 place-items-center text-ink-3">
    <Spinner className="size-6" />
  </div>
)
