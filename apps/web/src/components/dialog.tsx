import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  text?: ReactNode
  wide?: boolean
  children?: ReactNode
}

/** Traps focus and gives it back; closes on Escape and on a click outside. */
export function Dialog({ open, onOpenChange, title, text, wide, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40 backdrop-blur-[2px]" />
        <Radix.Content
          {...(text ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'rise -translate-x-1/2 fixed top-[12dvh] left-1/2 z-50 flex max-h-[80dvh] w-[calc(100vw-2rem)] flex-col rounded-2xl border border-line bg-surface shadow-card',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="flex items-start gap-3 px-5 pt-4 pb-2">
            <Radix.Title className="flex-1 pt-1 font-semibold text-[1.0625rem]">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('common.close')}>
                <X className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="overflow-y-auto px-5 pb-5">
            {text && <Radix.Description className="mb-4 text-ink-2 text-sm">{text}</Radix.Description>}
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
)
