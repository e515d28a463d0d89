import { MonitorOff, MonitorUp, Moon, PlugZap } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { useControl } from '../../lib/control-store.ts'
import { socketUrl } from '../../lib/place.ts'
import { setRemoteKeys } from '../../lib/remote-keys.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'
import { useUi } from '../../lib/ui-store.ts'
import { VncLink, type VncState } from './vnc-link.ts'

// A hidden view costs CPU in the sandbox.
const HIDDEN_MS = 15_000

/** The live screen, or why there is none and what to do. */
export function VncView({ pageTitle }: { pageTitle?: string }) {
  const sandbox = useSession((view) => view.sandbox)
  const sessionId = useSessionState((state) => state.id)
  const { t } = useTranslation()
  if (!sessionId) return null
  const wake = () => attempt(() => api.sandbox(sessionId, { action: 'wake' }))
  switch (sandbox.state) {
    case 'none':
      return (
        <EmptyState onScreen icon={<MonitorUp />} title={t('sandbox.none')} text={t('sandbox.noneText')}>
          <Button onClick={wake}>{t('sandbox.start')}</Button>
        </EmptyState>
      )
    case 'queued':
      return <Waiting text={t('sandbox.queued', { place: sandbox.place ?? 1 })} />
    case 'starting':
      return (
        <Waiting text={sandbox.progress?.text ?? t('sandbox.starting')} percent={sandbox.progress?.percent} />
      )
    case 'paused':
      return (
        <EmptyState onScreen icon={<Moon />} title={t('sandbox.paused')} text={t('sandbox.pausedText')}>
          <Button onClick={wake}>{t('sandbox.wake')}</Button>
        </EmptyState>
      )
    case 'stopped':
    case 'failed':
      return (
        <EmptyState
          onScreen
          icon={<MonitorOff />}
          title={sandbox.end ? t(`sandbox.end.${sandbox.end.reason}`) : t('sandbox.end.stopped')}
          text={sandbox.end?.text ?? t('sandbox.stoppedText')}
        >
          <Button onClick={wake}>{t('sandbox.wake')}</Button>
        </EmptyState>
      )
    case 'ready':
      return <Screen sessionId={sessionId} pageTitle={pageTitle} wake={wake} />
  }
}

function Waiting({ text, percent }: { text: string; percent?: number }) {
  return (
    <div
      className="grid min-h-0 flex-1 place-items-center text-on-screen"
      data-testid="vnc"
      data-state="starting"
    >
      <div className="flex flex-col items-center gap-3 text-sm">
        <Spinner className="size-7" />
        <p>{text}</p>
        {percent !== undefined && (
          <progress
            value={percent}
            max={100}
            aria-label={text}
            className="h-1.5 w-48 accent-[var(--accent)]"
          />
        )}
      </div>
    </div>
  )
}

interface ScreenProps {
  sessionId: string
  pageTitle?: string
  wake(): void
}

function Screen({ sessionId, pageTitle, wake }: ScreenProps) {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const link = useRef<VncLink | null>(null)
  const [state, setState] = useState<VncState>('loading')
  const [frozen, setFrozen] = useState<string | null>(null)
  const lease = useControl((control) => (control.sessionId === sessionId ? control.lease : null))
  const quality = useUi((ui) => ui.quality)
  const latest = useRef({ lease, quality })
  latest.current = { lease, quality }

  const begin = useCallback(() => {
    if (!stage.current || link.current) return
    const made = new VncLink({
      url: (held) =>
        socketUrl(
          `sessions/${encodeURIComponent(sessionId)}/vnc${held ? `?lease=${encodeURIComponent(held)}` : ''}`,
        ),
      stage: stage.current,
      onState: setState,
      onFrozen: setFrozen,
    })
    link.current = made
    made.setQuality(latest.current.quality)
    if (latest.current.lease) made.setLease(latest.current.lease)
    else void made.connect()
    setRemoteKeys((keysym, code, down) => made.sendKey(keysym, code, down))
  }, [sessionId])

  const end = useCallback(() => {
    link.current?.end()
    link.current = null
    setRemoteKeys(null)
  }, [])

  useEffect(() => {
    begin()
    let hiding: ReturnType<typeof setTimeout> | undefined
    const onVisibility = () => {
      clearTimeout(hiding)
      if (!document.hidden) begin()
      else if (!latest.current.lease) hiding = setTimeout(end, HIDDEN_MS)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(hiding)
      end()
    }
  }, [begin, end])
  useEffect(() => link.current?.setLease(lease), [lease])
  useEffect(() => link.current?.setQuality(quality), [quality])

  const label = pageTitle ? t('computer.screenOf', { title: pageTitle }) : t('computer.screen')
  return (
    <div className="relative min-h-0 flex-1" data-testid="vnc" data-state={state}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have take a label */}
      <div
        ref={stage}
        role={state === 'control' ? 'application' : 'img'}
        aria-label={label}
        className={`h-full ${state === 'control' ? '' : 'pointer-events-none'}`}
      />
      {frozen && <img src={frozen} alt="" className="absolute inset-0 size-full object-contain opacity-40" />}
      {state !== 'view' && state !== 'control' && (
        <div className="absolute inset-0 grid place-items-center">
          <LinkState state={state} retry={() => link.current?.retry()} wake={wake} />
        </div>
      )}
    </div>
  )
}

function LinkState({ state, retry, wake }: { state: VncState; retry(): void; wake(): void }) {
  const { t } = useTranslation()
  if (state === 'failed' || state === 'gone' || state === 'signedOut') {
    return (
      <EmptyState onScreen icon={<PlugZap />} title={t(`vnc.${state}`)}>
        {state === 'gone' && <Button onClick={wake}>{t('sandbox.wake')}</Button>}
        <Button onClick={retry}>{t('common.retry')}</Button>
      </EmptyState>
    )
  }
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 rounded-full bg-screen-2 px-4 py-2 text-on-screen text-sm"
    >
      <Spinner /> {t(`vnc.${state}`)}
    </p>
  )
}
