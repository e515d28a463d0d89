import clsx from 'clsx'
import { FileText, FolderOpen, Globe, Search, Terminal, Wrench } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTab, type PanelTab } from '../../lib/panel-store.ts'

const icons = {
  browser: Globe,
  terminal: Terminal,
  file: FileText,
  search: Search,
  files: FolderOpen,
  other: Wrench,
} as const satisfies Record<PanelTab, unknown>

interface Props {
  tab: PanelTab
  withFiles: boolean
  /** the person has control: only what can be acted on is there */
  held: boolean
}

export function ComputerTabs({ tab, withFiles, held }: Props) {
  const { t } = useTranslation()
  const tabs = (Object.keys(icons) as PanelTab[]).filter(
    (one) => (one !== 'files' || withFiles) && (one !== 'other' || tab === 'other'),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!
    chooseTab(next)
    const list = event.currentTarget
    requestAnimationFrame(() => list.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus())
  }
  return (
    <div role="tablist" aria-label={t('computer.title')} className="flex gap-0.5" onKeyDown={onKeyDown}>
      {tabs.map((one) => {
        const Icon = icons[one]
        const on = one === tab
        return (
          <button
            key={one}
            type="button"
            role="tab"
            data-tab={one}
            aria-selected={on}
            aria-label={t(`computer.tab.${one}`)}
            title={t(`computer.tab.${one}`)}
            tabIndex={on ? 0 : -1}
            disabled={held && one !== 'browser' && one !== 'terminal'}
            onClick={() => chooseTab(one)}
            className={clsx(
              'inline-flex min-h-8 items-center gap-1.5 rounded-lg px-2.5 font-medium text-[0.8125rem] transition-colors disabled:opacity-40 pointer-coarse:min-h-11',
              on ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-sunken',
            )}
          >
            <Icon className="size-4" aria-hidden="true" />
            {on && <span className="max-sm:sr-only">{t(`computer.tab.${one}`)}</span>}
          </button>
        )
      })}
    </div>
  )
}
