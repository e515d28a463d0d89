import type { Artifact, StoredData } from '@deskhand/protocol'
import type { ItemOf, SessionView } from '@deskhand/protocol/fold'
import {
  CircleAlert,
  Download,
  FileCheck2,
  Info,
  MonitorCog,
  MousePointer2,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner, type Tone } from '../../components/banner.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { api } from '../../lib/api.ts'
import { bytes, duration } from '../../lib/format.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-center gap-2 py-1.5 text-[0.8125rem] text-ink-3 [&>svg]:size-3.5 [&>svg]:shrink-0">
    {icon}
    <span>{children}</span>
  </p>
)

const levels: Record<'info' | 'warning' | 'error', Tone> = {
  info: 'info',
  warning: 'signal',
  error: 'danger',
}

export const NoticeRow = ({ notice }: { notice: StoredData<'notice'> }) => (
  <Banner
    tone={levels[notice.level]}
    icon={
      notice.level === 'info' ? <Info /> : notice.level === 'warning' ? <TriangleAlert /> : <CircleAlert />
    }
    className="my-1.5"
  >
    {notice.text} <span className="text-xs opacity-75">({notice.code})</span>
  </Banner>
)

export function SandboxRow({ item }: { item: ItemOf<'sandbox'> }) {
  const { t } = useTranslation()
  if (item.ready) {
    const { from, bootMs } = item.ready
    return <Line icon={<MonitorCog />}>{t(`sandbox.from.${from}`, { time: duration(bootMs) })}</Line>
  }
  if (item.end) return <SandboxEnd end={item.end} />
  return <SandboxStarting />
}

function SandboxStarting() {
  const { t } = useTranslation()
  const sandbox = useSession((view) => view.sandbox)
  if (sandbox.state === 'queued') {
    return <Line icon={<Spinner />}>{t('sandbox.queued', { place: sandbox.place ?? 1 })}</Line>
  }
  return <Line icon={<Spinner />}>{sandbox.progress?.text ?? t('sandbox.starting')}</Line>
}

function SandboxEnd({ end }: { end: StoredData<'sandbox.end'> }) {
  const { t } = useTranslation()
  if (end.reason === 'stopped' || end.reason === 'removed') {
    return <Line icon={<MonitorCog />}>{t(`sandbox.end.${end.reason}`)}</Line>
  }
  return (
    <Banner tone="danger" icon={<CircleAlert />} className="my-1.5">
      <strong className="font-semibold">{t(`sandbox.end.${end.reason}`)}</strong> {end.text}
      {end.log && (
        <details className="mt-1">
          <summary>{t('sandbox.log')}</summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap font-mono text-xs">{end.log}</pre>
        </details>
      )}
    </Banner>
  )
}

export function TakeoverRow({ item }: { item: ItemOf<'takeover'> }) {
  const { t } = useTranslation()
  const { end, user } = item
  if (!end) return <Line icon={<MousePointer2 />}>{t('takeover.taken', { user })}</Line>
  return (
    <Line icon={<MousePointer2 />}>
      {t('takeover.returned', { user, time: duration(end.seconds * 1_000) })}
      {end.note && ` “${end.note}”`}
    </Line>
  )
}

export function ArtifactRow({ artifact }: { artifact: Artifact }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const newest = useSession((view: SessionView) => view.artifacts.find((one) => one.path === artifact.path))
  if (!sessionId) return null
  const url = apiUrl(api.blobUrl(sessionId, artifact.blob))
  const old = newest !== undefined && newest.sha256 !== artifact.sha256
  return (
    <div
      className="my-1.5 flex items-center gap-3 rounded-2xl border border-line bg-surface p-2.5 pr-3"
      data-row="artifact"
    >
      {artifact.mime.startsWith('image/') ? (
        <img src={url} alt="" className="size-11 rounded-lg border border-line object-cover" />
      ) : (
        <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent">
          <FileCheck2 className="size-5" aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-[0.9375rem]">{artifact.name}</p>
        <p className="truncate text-ink-3 text-xs">
          {bytes(artifact.size)} · {artifact.path}
          {old && ` · ${t('chat.olderVersion')}`}
        </p>
      </div>
      <a
        href={url}
        download={artifact.name}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-[10px] border border-line-strong px-3 font-medium text-sm hover:bg-sunken"
      >
        <Download className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{t('common.download')}</span>
        <span className="sr-only">{artifact.name}</span>
      </a>
    </div>
  )
}
