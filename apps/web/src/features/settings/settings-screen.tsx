import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { settingsPages } from './index.ts'

export default function SettingsScreen() {
  const { t } = useTranslation()
  const { page } = useParams<{ page?: string }>()
  const shown = settingsPages.find(({ id }) => id === page) ?? settingsPages[0]!
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-6 px-5 py-6 md:flex-row md:gap-10 md:py-10">
        <nav aria-label={t('settings.title')} className="shrink-0 md:w-44">
          <Link href="/" className="mb-4 inline-flex items-center gap-1.5 text-ink-2 text-sm hover:text-ink">
            <ArrowLeft className="size-4" aria-hidden="true" /> {t('common.back')}
          </Link>
          <ul className="flex gap-1 overflow-x-auto md:flex-col">
            {settingsPages.map(({ id, Icon }) => (
              <li key={id}>
                <Link
                  href={`/settings/${id}`}
                  aria-current={id === shown.id ? 'page' : undefined}
                  className="flex min-h-9 items-center gap-2.5 whitespace-nowrap rounded-[10px] px-3 text-ink-2 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent pointer-coarse:min-h-11"
                >
                  <Icon className="size-4" /> {t(`settings.page.${id}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 flex-1">
          <h1 className="mb-5 font-semibold text-xl">{t(`settings.page.${shown.id}`)}</h1>
          <shown.Page />
        </div>
      </div>
    </main>
  )
}
