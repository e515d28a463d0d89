import { Paperclip, RotateCcw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bytes } from '../../lib/format.ts'
import type { Attached } from './use-attachments.ts'

interface Props {
  attached: readonly Attached[]
  onRetry(one: Attached): void
  onRemove(key: string): void
}

export function AttachmentChips({ attached, onRetry, onRemove }: Props) {
  const { t } = useTranslation()
  if (!attached.length) return null
  const small = 'grid size-6 place-items-center rounded-full hover:bg-sunken'
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {attached.map((one) => {
        const { name, size } = one.file
        return (
          <li
            key={one.key}
            data-attachment={one.phase}
            className="relative flex max-w-72 items-center gap-1.5 overflow-hidden rounded-lg border border-line bg-paper py-1 pr-1 pl-2.5 text-[0.8125rem]"
          >
            <Paperclip className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
            <span className="truncate">{name}</span>
            {one.phase === 'failed' ? (
              <>
                <span className="truncate text-danger" title={one.error}>
                  {t('composer.failed')}
                </span>
                <button
                  type="button"
                  className={small}
                  aria-label={t('composer.retryFile', { name })}
                  onClick={() => onRetry(one)}
                >
                  <RotateCcw className="size-3.5" />
                </button>
              </>
            ) : (
              <span className="text-ink-3 text-xs tabular-nums">
                {one.phase === 'there' ? bytes(size) : `${Math.round(one.progress * 100)} %`}
              </span>
            )}
            <button
              type="button"
              className={small}
              aria-label={t('composer.removeFile', { name })}
              onClick={() => onRemove(one.key)}
            >
              <X className="size-3.5" />
            </button>
            {one.phase === 'sending' && (
              <span
                className="absolute bottom-0 left-0 h-0.5 bg-accent transition-[width]"
                style={{ width: `${one.progress * 100}%` }}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
