import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { useControl } from '../../lib/control-store.ts'
import type { PanelTab } from '../../lib/panel-store.ts'
import { ComputerTabs } from './computer-tabs.tsx'
import { Stage } from './stage.tsx'
import { Timeline } from './timeline.tsx'
import { useShown } from './use-shown.ts'

interface Props {
  /** what stands on the right of the head: take control, close */
  actions: ReactNode
  /** shown over the stage while the person has control */
  controlBar: ReactNode
  files: ReactNode
  /** a phone has a page of its own for files */
  withFiles: boolean
}

/** The agent's computer: what it is doing right now, or what one of its past calls showed. */
export function Computer({ actions, controlBar, files, withFiles }: Props) {
  const { t } = useTranslation()
  const { tool, tab, live } = useShown()
  const held = useControl((control) => control.phase === 'held' || control.phase === 'returning')
  const shown: PanelTab = held && tab !== 'terminal' ? 'browser' : tab
  return (
    <section aria-label={t('computer.title')} className="flex h-full min-h-0 flex-col" data-testid="computer">
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-3">
        <ComputerTabs tab={shown} withFiles={withFiles} held={held} />
        <span className="flex-1" />
        {actions}
      </header>
      {controlBar}
      <div className="min-h-0 flex-1 p-3 max-md:p-2">
        <div
          role="tabpanel"
          aria-label={t(`computer.tab.${shown}`)}
          className={`flex h-full min-h-0 flex-col overflow-hidden rounded-2xl border ${held ? 'border-signal ring-4 ring-signal/25' : 'border-line'} ${shown === 'browser' || shown === 'terminal' ? 'bg-screen' : 'bg-surface'}`}
        >
          <ErrorBoundary
            resetKey={`${shown}${tool?.callId}`}
            fallback={(error, retry) => (
              <EmptyState
                title={t('computer.broken')}
                text={error.message}
                onScreen={shown === 'browser' || shown === 'terminal'}
              >
                <Button onClick={retry}>{t('common.retry')}</Button>
              </EmptyState>
            )}
          >
            <Suspense
              fallback={
                <div className="grid h-full place-items-center text-ink-3">
                  <Spinner className="size-6" />
                </div>
              }
            >
              {shown === 'files' ? files : <Stage tab={shown} tool={tool} live={live || held} />}
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
      {!held && <Timeline tool={tool} live={live} />}
    </section>
  )
}
