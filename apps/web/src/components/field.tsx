import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

export const inputLook =
  'w-full min-w-0 rounded-[10px] border border-line-strong bg-surface px-3 py-2 text-sm text-ink placeholder:text-ink-3 disabled:bg-sunken disabled:text-ink-2 pointer-coarse:min-h-11 pointer-coarse:text-base'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  error?: string
}

/** A labelled text field; hint and error are read out with it. */
export function Field({ label, hint, error, className, ...rest }: FieldProps) {
  const id = useId()
  const noteId = hint || error ? `${id}n` : undefined
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={noteId}
        aria-invalid={error ? true : undefined}
        {...rest}
        className={inputLook}
      />
      {noteId && (
        <p id={noteId} className={clsx('text-[0.8125rem]', error ? 'text-danger' : 'text-ink-3')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  hint?: ReactNode
  value: string
  choices: readonly { value: string; label: string }[]
  disabled?: boolean
  onChoose(value: string): void
}

export function Choice({ label, hint, value, choices, disabled, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={hint ? `${id}n` : undefined}
        onChange={(event) => onChoose(event.target.value)}
        className={inputLook}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}n`} className="text-[0.8125rem] text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SwitchRowProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
  children?: ReactNode
}

export function SwitchRow({ label, hint, checked, disabled, onChange, children }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-4 py-1">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium text-sm">
          {label}
        </span>
        {hint && <p className="text-[0.8125rem] text-ink-3">{hint}</p>}
      </div>
      {children}
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="relative h-6 w-11 shrink-0 rounded-full bg-line-strong transition-colors disabled:opacity-45 aria-checked:bg-accent"
      >
        <span
          className={clsx(
            'absolute top-1 left-1 size-4 rounded-full bg-surface transition-transform',
            checked && 'translate-x-5',
          )}
        />
      </button>
    </div>
  )
}
