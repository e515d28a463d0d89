import type { ToolCallView } from '@deskhand/protocol/fold'
import clsx from 'clsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../components/spinner.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { duration } from '../../lib/format.ts'
import { lookAt, usePanel } from '../../lib/panel-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { useNow } from '../../lib/use-now.ts'

/** One use of a tool: what it did, for how long and how it went. A click puts it on the computer's screen. */
export const ToolLine = memo(({ callId }: { callId: string }) => {
  const tool = useSession((view) => view.tools.get(callId as ToolCallView['callId']))
  const looked = usePanel((panel) => panel.callId === callId)
  const { t } = useTranslation()
  if (!tool) return null
  const bad = tool.end && tool.end.outcome !== 'ok'
  return (
    <button
      type="button"
      onClick={() => lookAt(callId)}
      data-row="tool"
      data-outcome={tool.end?.outcome ?? 'running'}
      aria-current={looked || undefined}
      title={t('chat.showOnComputer')}
      className={clsx(
        'flex min-h-8 w-full min-w-0 items-center gap-2.5 rounded-lg px-1.5 text-left text-[0.84375rem] transition-colors hover:bg-sunken pointer-coarse:min-h-11',
        looked && 'bg-accent-soft',
      )}
    >
      <span className={clsx('shrink-0', bad ? 'text-danger' : 'text-ink-3')}>
        {tool.end ? <ToolIcon name={tool.name} /> : <Spinner className="size-4 text-accent" />}
      </span>
      <span className={clsx('min-w-0 flex-1 truncate', tool.end ? 'text-ink-2' : 'text-ink')}>
        {tool.title}
      </span>
      <Ending tool={tool} />
    </button>
  )
})

function Ending({ tool }: { tool: ToolCallView }) {
  const { t } = useTranslation()
  const now = useNow(1_000, !tool.end)
  const shell = tool.view?.kind === 'shell' ? tool.view : undefined
  return (
    <span className="flex shrink-0 items-center gap-2 text-ink-3 text-xs tabular-nums">
      {shell?.exitCode !== undefined && shell.exitCode !== 0 && (
        <span className="rounded bg-danger-soft px-1.5 text-danger">
          {t('chat.exit', { code: shell.exitCode })}
        </span>
      )}
      {tool.end && tool.end.outcome !== 'ok' && (
        <span className="rounded bg-danger-soft px-1.5 text-danger">
          {t(`toolOutcome.${tool.end.outcome}`)}
        </span>
      )}
      {shell?.state === 'running' && tool.end && <span>{t('chat.stillRunning')}</span>}
      {shell?.state === 'waiting_for_input' && <span className="text-signal">{t('chat.waitsForInput')}</span>}
      <span>{duration(tool.end?.ms ?? Math.max(0, now - tool.startedAt))}</span>
    </span>
  )
}
