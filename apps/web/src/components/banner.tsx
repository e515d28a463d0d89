import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'info' | 'signal' | 'danger' | 'ok'

const tones: Record<Tone, string> = {
  info: 'bg-sunken text-ink-2 border-line',
  signal: 'bg-signal-soft text-signal border-signal-line/60',
  danger: 'bg-danger-soft text-danger border-danger/25',
  ok: 'bg-ok-soft text-ok border-ok/25',
}

interface Props {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
  actions?: ReactNode
  role?: 'status' | 'alert'
  className?: string
}

export const Banner = ({ tone = 'info', icon, children, actions, role, className }: Props) => (
  <div
    role={role}
    className={clsx(
      'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border px-3.5 py-2.5 text-sm',
      tones[tone],
      className,
    )}
  >
    {icon && <span className="[&>svg]:size-4">{icon}</span>}
    <div className="min-w-0 flex-1 basis-52">{children}</div>
    {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
  </div>
)
