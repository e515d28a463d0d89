import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useAccount } from '../lib/account-store.ts'
import { startLive } from '../lib/live.ts'
import { setUi, useUi } from '../lib/ui-store.ts'
import { useMedia } from '../lib/use-media.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { ShellContext } from './shell-context.ts'
import { SideBar } from './side-bar.tsx'
import { useAnnouncements } from './use-announcements.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ExpiredDialog = lazy(() => import('../features/auth/expired-dialog.tsx'))

/** What stays while one goes from session to session: the side bar, the one stream, the shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const roomy = useMedia('(min-width: 900px)')
  const sideOpen = useUi((ui) => ui.sideOpen)
  const [drawer, setDrawer] = useState(false)
  const expired = useAccount((account) => account.expired)
  const search = useRef<HTMLInputElement>(null)
  useEffect(startLive, [])
  useAnnouncements(navigate)

  const shown = roomy ? sideOpen : drawer
  const setShown = (open: boolean) => (roomy ? setUi({ sideOpen: open }) : setDrawer(open))
  useShortcuts({
    search: () => {
      setShown(true)
      requestAnimationFrame(() => search.current?.focus())
    },
    newTask: () => navigate('/'),
    sideBar: () => setShown(!shown),
    help: () => navigate('/settings/general'),
  })

  return (
    <ShellContext value={{ sideShown: shown, openSide: () => setShown(true) }}>
      <div className="flex h-dvh flex-col">
        <button
          type="button"
          onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-surface focus:p-2"
        >
          {t('common.skip')}
        </button>
        <ConnectionBanner />
        <div className="flex min-h-0 flex-1">
          {shown && !roomy && (
            <button
              type="button"
              aria-label={t('common.close')}
              className="fixed inset-0 z-30 bg-black/40"
              onClick={() => setDrawer(false)}
            />
          )}
          {shown && (
            <SideBar
              searchRef={search}
              overlay={!roomy}
              onClose={() => setShown(false)}
              onOpened={() => setDrawer(false)}
            />
          )}
          <div className="min-w-0 flex-1">{children}</div>
        </div>
        {expired && (
          <Suspense>
            <ExpiredDialog />
          </Suspense>
        )}
      </div>
    </ShellContext>
  )
}
