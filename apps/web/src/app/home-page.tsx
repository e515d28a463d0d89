import { BookOpenText, ChartColumn, FlaskConical, GitBranch, Plane, SquareTerminal, Tags } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { Banner } from '../components/banner.tsx'
import { Composer } from '../features/chat/composer.tsx'
import { useAccount } from '../lib/account-store.ts'
import { ApiError, api } from '../lib/api.ts'
import { surroundings, tellError } from '../lib/commands.ts'
import { OpenSideButton } from './open-side-button.tsx'
import { SetUpChecks } from './set-up-checks.tsx'

const starts = [
  { id: 'research', Icon: BookOpenText },
  { id: 'table', Icon: ChartColumn },
  { id: 'program', Icon: SquareTerminal },
  { id: 'shop', Icon: Tags },
] as const

const demoIcons: Record<string, typeof Tags> = {
  program: SquareTerminal,
  research: BookOpenText,
  flight: Plane,
  interrupt: GitBranch,
  table: ChartColumn,
  'shop-texts': Tags,
}

/** Where a task begins. */
export function HomePage() {
  const { t, i18n } = useTranslation()
  const [, navigate] = useLocation()
  const name = useAccount((account) => account.me?.user?.username)
  const demo = useAccount((account) => account.demo)
  const [suggestion, setSuggestion] = useState<{ text: string }>()
  const words = i18n.language === 'zh-CN' ? 'zh' : 'en'

  const begin = async (message: Parameters<typeof api.post>[1]): Promise<boolean> => {
    try {
      const { id } = await api.createSession(surroundings())
      await api.post(id, message)
      navigate(`/s/${id}`)
      return true
    } catch (error) {
      if (error instanceof ApiError) tellError(error)
      else throw error
      return false
    }
  }

  return (
    <main tabIndex={-1} className="flex h-full flex-col overflow-y-auto outline-none">
      <div className="p-2">
        <OpenSideButton />
      </div>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center px-4 pb-[10dvh]">
        <h1 className="mb-1 text-balance font-semibold text-[1.75rem] leading-tight tracking-tight">
          {t('home.title', { name })}
        </h1>
        <p className="mb-5 text-ink-2">{t('home.text')}</p>
        <SetUpChecks />
        {demo?.demo && (
          <Banner tone="signal" icon={<FlaskConical />} className="mb-4">
            <strong className="font-semibold">{t('demo.banner')}</strong> {t('demo.set')}{' '}
            <Link href="/settings/models" className="font-medium underline underline-offset-2">
              {t('demo.open')}
            </Link>
          </Banner>
        )}
        <Composer
          large
          place="home"
          placeholder={t('home.placeholder')}
          suggestion={suggestion}
          onSend={begin}
        />
        <ul className="mt-5 grid gap-2.5 sm:grid-cols-2">
          {demo?.demo
            ? demo.tasks.map((task) => (
                <Start
                  key={task.id}
                  title={task.title[words]}
                  text={task.text[words]}
                  Icon={demoIcons[task.id] ?? FlaskConical}
                  onClick={() => void begin({ text: task.text[words] })}
                />
              ))
            : starts.map(({ id, Icon }) => (
                <Start
                  key={id}
                  title={t(`start.${id}.title`)}
                  text={t(`start.${id}.text`)}
                  Icon={Icon}
                  onClick={() => setSuggestion({ text: t(`start.${id}.task`) })}
                />
              ))}
        </ul>
      </div>
    </main>
  )
}

interface StartProps {
  title: string
  text: string
  Icon: typeof BookOpenText
  onClick(): void
}

const Start = ({ title, text, Icon, onClick }: StartProps) => (
  <li>
    <button
      type="button"
      onClick={onClick}
      data-testid="start"
      className="flex h-full w-full items-start gap-3 rounded-2xl border border-line bg-surface p-3.5 text-left transition-colors hover:border-accent/60 hover:bg-accent-soft/40"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-[10px] bg-accent-soft text-accent">
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">{title}</span>
        <span className="line-clamp-2 text-[0.8125rem] text-ink-3">{text}</span>
      </span>
    </button>
  </li>
)
