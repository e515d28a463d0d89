import clsx from 'clsx'
import { PanelLeftClose, Settings, SquarePen } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useRoute } from 'wouter'
import { Mark } from '../components/brand.tsx'
import { IconButton } from '../components/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import { SessionList } from '../features/sessions/session-list.tsx'
import { loadAccount, useAccount } from '../lib/account-store.ts'
import { api } from '../lib/api.ts'
import { attempt } from '../lib/commands.ts'
import { keyNames } from '../lib/shortcuts.ts'
import { type Language, setUi, type Theme, useUi } from '../lib/ui-store.ts'
import { ConnectionDot } from './connection-banner.tsx'

interface Props {
  searchRef: RefObject<HTMLInputElement | null>
  overlay: boolean
  onClose(): void
  /** something was opened: a drawer has done its work */
  onOpened(): void
}

export function SideBar({ searchRef, overlay, onClose, onOpened }: Props) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [, params] = useRoute('/s/:id')
  return (
    <aside
      aria-label={t('side.title')}
      className={clsx(
        'flex w-66 shrink-0 flex-col border-line border-r bg-sunken',
        overlay && 'rise fixed inset-y-0 left-0 z-40 w-[min(19rem,86vw)] shadow-card',
      )}
    >
      <div className="flex items-center gap-2 px-3.5 pt-3 pb-2">
        <Link href="/" onClick={onOpened} className="flex flex-1 items-center gap-2.5 rounded-lg">
          <Mark />
          <span className="font-semibold text-[1.0625rem] tracking-tight">Deskhand</span>
        </Link>
        <IconButton label={t('side.close')} onClick={onClose}>
          <PanelLeftClose className="size-4.5" />
        </IconButton>
      </div>
      <div className="px-2 pb-2">
        <Link
          href="/"
          onClick={onOpened}
          className="flex min-h-10 items-center gap-2.5 rounded-[10px] bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-hover pointer-coarse:min-h-11"
        >
          <SquarePen className="size-4" aria-hidden="true" />
          <span className="flex-1">{t('side.newTask')}</span>
          <kbd className="font-sans text-xs opacity-80 max-md:hidden">{keyNames('mod+shift+o')}</kbd>
        </Link>
      </div>
      <SessionList
        current={params?.id ?? null}
        searchRef={searchRef}
        onOpen={onOpened}
        onGone={() => navigate('/')}
      />
      <div className="flex items-center gap-1 border-line border-t p-2">
        <PersonMenu onOpened={onOpened} />
        <ConnectionDot />
      </div>
    </aside>
  )
}

function PersonMenu({ onOpened }: { onOpened(): void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { theme, language } = useUi((ui) => ui)
  const me = useAccount((account) => account.me)
  const name = me?.user?.username ?? ''
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 rounded-[10px] px-2 text-left text-sm hover:bg-paper"
        >
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs uppercase">
            {name.slice(0, 1)}
          </span>
          <span className="truncate">{name}</span>
        </button>
      }
    >
      <MenuItem
        icon={<Settings className="size-4" />}
        onSelect={() => {
          navigate('/settings/general')
          onOpened()
        }}
      >
        {t('settings.title')}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={t('settings.theme')}
        value={theme}
        choices={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`theme.${value}`),
        }))}
        onChoose={(value) => setUi({ theme: value as Theme })}
      />
      <MenuChoice
        label={t('settings.language')}
        value={language}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'zh-CN', label: '简体中文' },
        ]}
        onChoose={(value) => setUi({ language: value as Language })}
      />
      {me?.auth === 'password' && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => void attempt(api.signOut).then(loadAccount)}>
            {t('auth.signOut')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
