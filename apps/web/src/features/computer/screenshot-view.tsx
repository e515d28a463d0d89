import type { ToolCallView } from '@deskhand/protocol/fold'
import { Image as ImageIcon, MousePointer2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { api } from '../../lib/api.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { viewOf } from './which-view.ts'

/** The picture before or after a browser action, with the place it acted on. */
export function ScreenshotView({ tool }: { tool: ToolCallView | undefined }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const view = viewOf(tool, 'browser')
  const [when, setWhen] = useState<'before' | 'after'>('after')
  const [size, setSize] = useState<{ width: number; height: number }>()
  const blob = (when === 'before' ? view?.before : view?.shot) ?? view?.shot ?? view?.before
  if (!view || !blob || !sessionId) {
    const text = tool?.view?.kind === 'text' ? tool.view.text : undefined
    return <EmptyState onScreen icon={<ImageIcon />} title={t('computer.noPicture')} text={text} />
  }
  // The point was chosen on the picture before; on the one after it may lie on something else.
  const point = view.point && (when === 'before' || !view.before) ? view.point : undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 place-items-center overflow-hidden p-2">
        <div
          className="relative max-h-full max-w-full"
          style={{ aspectRatio: size && `${size.width} / ${size.height}` }}
        >
          <img
            src={apiUrl(api.blobUrl(sessionId, blob))}
            alt={t('computer.pictureOf', { title: view.title || view.url })}
            onLoad={({ currentTarget: img }) =>
              setSize({ width: img.naturalWidth, height: img.naturalHeight })
            }
            className="size-full object-contain"
          />
          {point && size && (
            <span
              className="absolute text-signal drop-shadow-[0_0_2px_#000]"
              style={{ left: `${(point.x / size.width) * 100}%`, top: `${(point.y / size.height) * 100}%` }}
              data-testid="cursor"
            >
              <i className="-translate-x-1/2 -translate-y-1/2 absolute size-6 rounded-full border-2 border-current" />
              <MousePointer2 className="size-5 fill-white" aria-label={t('computer.actedHere')} />
            </span>
          )}
        </div>
      </div>
      <div className="flex min-h-9 items-center gap-3 px-3 text-on-screen text-xs">
        {view.before && (
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t('computer.picture')}</legend>
            {(['before', 'after'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={when === one}
                onClick={() => setWhen(one)}
                className="min-h-7 rounded-md px-2 aria-pressed:bg-on-screen/20"
              >
                {t(`computer.${one}`)}
              </button>
            ))}
          </fieldset>
        )}
        <span className="min-w-0 flex-1 truncate opacity-80">{view.changes}</span>
        {view.via && <span className="opacity-70">{t('computer.via', { how: view.via })}</span>}
      </div>
    </div>
  )
}
