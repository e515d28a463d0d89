import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

/** Where one is, each part a way up. */
export function FolderPath({ path, onOpen }: { path: string; onOpen(path: string): void }) {
  const { t } = useTranslation()
  const parts = path.split('/').filter(Boolean)
  return (
    <nav
      aria-label={t('files.path')}
      className="flex min-w-0 flex-1 items-center overflow-x-auto text-[0.8125rem]"
    >
      {parts.map((part, i) => {
        const to = `/${parts.slice(0, i + 1).join('/')}`
        const last = i === parts.length - 1
        return (
          <Fragment key={to}>
            {i > 0 && <span className="px-0.5 text-ink-3">/</span>}
            <button
              type="button"
              aria-current={last ? 'page' : undefined}
              onClick={() => onOpen(to)}
              className={`min-h-7 whitespace-nowrap rounded px-1 ${last ? 'font-semibold' : 'text-ink-2 hover:bg-sunken'}`}
            >
              {part}
            </button>
          </Fragment>
        )
      })}
    </nav>
  )
}
