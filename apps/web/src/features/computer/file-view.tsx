import type { ToolCallView } from '@deskhand/protocol/fold'
import clsx from 'clsx'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextOf } from './text-of.tsx'
import { viewOf } from './which-view.ts'

/** A file as a call read, wrote or changed it: text with line numbers, a difference in colours, or places found. */
export function FileView({ tool }: { tool: ToolCallView | undefined }) {
  const { t } = useTranslation()
  const view = viewOf(tool, 'file')
  if (!view)
    return tool?.view ? (
      <TextOf tool={tool} />
    ) : (
      <EmptyState icon={<FileText />} title={t('computer.noFile')} />
    )
  const text = view.diff ?? view.text ?? ''
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 items-center gap-2 border-line border-b pr-1 pl-4 text-[0.8125rem]">
        <FileText className="size-4 text-ink-3" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate font-medium" title={view.path}>
          {view.path}
        </span>
        <span className="rounded-md bg-sunken px-2 py-0.5 text-ink-3 text-xs">{view.op}</span>
        <CopyButton text={text} />
      </div>
      {view.hits ? (
        <Hits hits={view.hits} />
      ) : view.diff !== undefined ? (
        <Diff diff={view.diff} />
      ) : (
        <Lines text={view.text ?? ''} />
      )}
    </div>
  )
}

const box = 'min-h-0 flex-1 overflow-auto py-2 font-mono text-[0.8125rem] leading-[1.55]'

function Lines({ text }: { text: string }) {
  const lines = text.split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={clsx(box, 'grid auto-rows-min grid-cols-[auto_1fr]')} tabIndex={0}>
      <pre className="select-none px-3 text-right text-ink-3" aria-hidden="true">
        {lines.map((_, i) => `${i + 1}\n`)}
      </pre>
      <pre className="pr-4">{text}</pre>
    </div>
  )
}

function Diff({ diff }: { diff: string }) {
  const look = (line: string) =>
    line.startsWith('+') && !line.startsWith('+++')
      ? 'bg-ok-soft text-ok'
      : line.startsWith('-') && !line.startsWith('---')
        ? 'bg-danger-soft text-danger'
        : line.startsWith('@@')
          ? 'text-accent bg-accent-soft'
          : ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={box} tabIndex={0} data-testid="diff">
      <span className="inline-block min-w-full">
        {diff.split('\n').map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={i} className={clsx('block min-h-[1.55em] px-4', look(line))}>
            {line}
          </span>
        ))}
      </span>
    </pre>
  )
}

function Hits({ hits }: { hits: { path: string; line?: number; text?: string }[] }) {
  const { t } = useTranslation()
  if (!hits.length) return <EmptyState title={t('computer.noHits')} />
  return (
    <ul className={box}>
      {hits.map((hit) => (
        <li key={`${hit.path}:${hit.line}`} className="px-4 py-0.5">
          <span className="text-accent">{hit.path}</span>
          {hit.line !== undefined && <span className="text-ink-3">:{hit.line}</span>} {hit.text}
        </li>
      ))}
    </ul>
  )
}
