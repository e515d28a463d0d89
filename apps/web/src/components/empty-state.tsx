import clsx from 'clsx'
import type { ReactNode } from 'react'

interface Props {
  icon?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
  /** on the dark screen of the computer */
  onScreen?: boolean
}

/** The empty, waiting or failed look of a place. */
export const EmptyState = ({ icon, title, text, children, onScreen }: Props) => (
  <div
    className={clsx(
      'flex h-full min-h-40 flex-col items-center justify-center gap-2 px-6 py-8 text-center',
      onScreen ? 'text-on-screen' : 'text-ink',
    )}
  >
    {icon && <div className="mb-1 opacity-60 [&>svg]:size-8">{icon}</div>}
    <p className="font-medium">{title}</p>
    {text && <div className="max-w-sm text-sm opacity-80">{text}</div>}
    {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)
