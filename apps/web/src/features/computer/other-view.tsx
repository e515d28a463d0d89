import type { ToolCallView } from '@deskhand/protocol/fold'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { api } from '../../lib/api.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { TextOf } from './text-of.tsx'

/** The fallback for every tool: its picture if it has one, else its arguments and its answer as they are. */
export function OtherView({ tool }: { tool: ToolCallView | undefined }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  if (!tool) return <EmptyState icon={<Wrench />} title={t('computer.nothing')} />
  if (tool.view?.kind === 'image' && sessionId) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center p-3">
        <img
          src={apiUrl(api.blobUrl(sessionId, tool.view.blob))}
          alt={tool.title}
          className="max-h-full max-w-full object-contain"
        />
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p className="border-line border-b px-4 py-2 font-medium text-sm">{tool.title}</p>
      <pre className="max-h-40 shrink-0 overflow-auto whitespace-pre-wrap border-line border-b bg-sunken px-4 py-2 font-mono text-xs">
        {JSON.stringify(tool.args, null, 2)}
      </pre>
      {tool.view && <TextOf tool={tool} />}
    </div>
  )
}
