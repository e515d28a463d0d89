import { Download, FileCheck2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { bytes } from '../../lib/format.ts'
import { apiUrl } from '../../lib/place.ts'
import { sessionStore, useSession, useSessionState } from '../../lib/session-store.ts'

/** What the agent handed over; the server keeps these, so they are there without a sandbox too. */
export function ArtifactList({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const length = useSession((view) => view.artifacts.length)
  useSessionState((state) => (length ? state.rev : 0))
  const { artifacts } = sessionStore.getState().view
  if (!artifacts.length) return null
  return (
    <section aria-label={t('files.artifacts')} className="border-line border-b px-3 py-3">
      <h3 className="mb-1.5 font-semibold text-[0.8125rem] text-ink-2">{t('files.artifacts')}</h3>
      <ul className="flex flex-wrap gap-2">
        {artifacts.map((artifact) => (
          <li key={artifact.path} className="max-w-full">
            <a
              href={apiUrl(api.blobUrl(sessionId, artifact.blob))}
              download={artifact.name}
              title={artifact.path}
              className="flex min-h-10 max-w-72 items-center gap-2 rounded-xl border border-line bg-paper px-3 text-[0.875rem] hover:bg-sunken"
            >
              <FileCheck2 className="size-4 shrink-0 text-accent" aria-hidden="true" />
              <span className="truncate font-medium">{artifact.name}</span>
              <span className="shrink-0 text-ink-3 text-xs">{bytes(artifact.size)}</span>
              <Download className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
