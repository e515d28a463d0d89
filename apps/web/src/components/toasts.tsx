import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { dismiss, type Toast, toastStore } from '../lib/toast.ts'
import { Button, IconButton } from './button.tsx'

const tones: Record<Toast['tone'], string> = {
  plain: 'border-line',
  ok: 'border-ok/50',
  danger: 'border-danger/50 text-danger',
}

/** What is told in passing, at the foot of the page. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <section
      aria-live="polite"
      aria-label={t('common.messages')}
      className="-translate-x-1/2 pointer-events-none fixed bottom-4 left-1/2 z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`rise pointer-events-auto flex items-center gap-3 rounded-xl border bg-surface py-2 pr-2 pl-4 text-sm shadow-card ${tones[toast.tone]}`}
        >
          <p className="min-w-0 flex-1">
            {toast.text}
            {toast.more && <span className="block text-[0.8125rem] text-ink-2">{toast.more}</span>}
          </p>
          {toast.action && (
            <Button
              small
              onClick={() => {
                toast.action?.onClick()
                dismiss(toast.id, true)
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton label={t('common.close')} onClick={() => dismiss(toast.id)}>
            <X className="size-4" />
          </IconButton>
        </div>
      ))}
    </section>
  )
}
