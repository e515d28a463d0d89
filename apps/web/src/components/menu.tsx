import clsx from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

interface MenuProps {
  /** the button that opens it */
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="rise z-50 min-w-48 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-card"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  hint?: string
  onSelect(): void
  children: ReactNode
}

export const MenuItem = ({ icon, danger, disabled, hint, onSelect, children }: MenuItemProps) => (
  <DropdownMenu.Item
    onSelect={onSelect}
    disabled={disabled}
    className={clsx(
      'flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none data-[highlighted]:bg-sunken data-[disabled]:opacity-45 pointer-coarse:min-h-11',
      danger ? 'text-danger' : 'text-ink',
    )}
  >
    <span className="flex w-4 justify-center text-ink-3">{icon}</span>
    <span className="flex-1">{children}</span>
    {hint && <kbd className="font-sans text-ink-3 text-xs">{hint}</kbd>}
  </DropdownMenu.Item>
)

interface MenuChoiceProps {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChoose(value: string): void
}

export const MenuChoice = ({ label, value, choices, onChoose }: MenuChoiceProps) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
    <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-ink-3 text-xs">{label}</DropdownMenu.Label>
    {choices.map((choice) => (
      <DropdownMenu.RadioItem
        key={choice.value}
        value={choice.value}
        className="flex min-h-8 items-center gap-2.5 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken pointer-coarse:min-h-11"
      >
        <span className="flex w-4 justify-center">
          <DropdownMenu.ItemIndicator>
            <span className="block size-1.5 rounded-full bg-accent" />
          </DropdownMenu.ItemIndicator>
        </span>
        {choice.label}
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

export const MenuLine = () => <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
