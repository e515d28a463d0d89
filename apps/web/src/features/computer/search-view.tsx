import type { ToolCallView } from '@deskhand/protocol/fold'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextOf } from './text-of.tsx'
import { viewOf } from './which-view.ts'

export function SearchView({ tool }: { tool: ToolCallView | undefined }) {
  const { t } = useTranslation()
  const view = viewOf(tool, 'search')
  if (!view)
    return tool?.view ? (
      <TextOf tool={tool} />
    ) : (
      <EmptyState icon={<Search />} title={t('computer.noSearch')} />
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <Search className="size-4 self-center text-accent" aria-hidden="true" />
        <span className="font-semibold">{view.query}</span>
        <span className="text-ink-3 text-xs">
          {t('computer.found', { count: view.results.length, by: view.engine })}
        </span>
      </p>
      <ol className="flex flex-col gap-4">
        {view.results.map((result) => (
          <li key={result.url}>
            <a
              href={/^https?:/i.test(result.url) ? result.url : undefined}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="font-medium text-accent underline-offset-2 hover:underline"
            >
              {result.title || result.url}
            </a>
            <p className="truncate text-ink-3 text-xs">
              {result.url}
              {result.date && ` · ${result.date}`}
            </p>
            <p className="mt-0.5 text-[0.875rem] text-ink-2">{result.snippet}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
