import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

type Look = 'primary' | 'plain' | 'ghost' | 'danger' | 'signal'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  ghost: 'bg-transparent text-ink-2 border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-danger border-danger/40 hover:bg-danger-soft',
  signal: 'bg-signal text-paper border-transparent hover:opacity-90',
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  small?: boolean
  /** shows a spinner and takes no clicks */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ look = 'plain', small, busy, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap border font-medium transition-colors disabled:opacity-50 pointer-coarse:min-h-11',
        small ? 'min-h-7 rounded-lg px-2.5 text-[0.8125rem]' : 'min-h-9 rounded-[10px] px-3.5 text-sm',
        looks[look],
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  pressed?: boolean
}

export function IconButton({ label, pressed, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={clsx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-ink-2 transition-colors hover:bg-sunken hover:text-ink disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </button>
  )
}
