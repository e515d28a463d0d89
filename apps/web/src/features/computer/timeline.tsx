import type { ToolCallView } from '@deskhand/protocol/fold'
import { ChevronLeft, ChevronRight, Radio } from 'lucide-react'
import { Slider } from 'radix-ui'
import { type KeyboardEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/button.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { clock } from '../../lib/format.ts'
import { follow, scrubTo } from '../../lib/panel-store.ts'
import { sessionStore, useSession } from '../../lib/session-store.ts'
import { seenCalls } from './which-view.ts'

/** Everything the agent did on its computer, one stop a call; idle time takes no room. */
export function Timeline({ tool, live }: { tool: ToolCallView | undefined; live: boolean }) {
  const { t, i18n } = useTranslation()
  const length = useSession((view) => view.toolOrder.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes in place; its length tells
  const calls = useMemo(() => seenCalls(sessionStore.getState().view), [length])
  if (!calls.length) return null
  const last = calls.length - 1
  // Following means the end, also where the shown tab's own last call lies further back.
  const at = tool && !live ? calls.findIndex((call) => call.callId === tool.callId) : last
  const go = (to: number) => {
    const call = calls[Math.max(0, Math.min(last, to))]
    if (call) scrubTo(call.callId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '[') go(at - 1)
    else if (event.key === ']') go(at + 1)
    else if (event.key.toLowerCase() === 'l') follow()
  }
  const words = tool
    ? `${at + 1} / ${calls.length}, ${clock(tool.startedAt, i18n.language)}, ${tool.title}`
    : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what the buttons inside do
    <div className="flex flex-col gap-0.5 px-3 pb-2.5" onKeyDown={onKeyDown} data-testid="timeline">
      <p className="flex min-w-0 items-center gap-2 text-[0.8125rem] text-ink-2">
        {tool && <ToolIcon name={tool.name} className="size-3.5 shrink-0 text-ink-3" />}
        <span className="min-w-0 flex-1 truncate">{tool?.title}</span>
        {tool && (
          <time className="shrink-0 text-ink-3 text-xs tabular-nums">
            {clock(tool.startedAt, i18n.language)}
          </time>
        )}
      </p>
      <div className="flex items-center gap-1">
        <IconButton label={t('computer.previous')} disabled={at <= 0} onClick={() => go(at - 1)}>
          <ChevronLeft className="size-4" />
        </IconButton>
        <IconButton label={t('computer.next')} disabled={at >= last} onClick={() => go(at + 1)}>
          <ChevronRight className="size-4" />
        </IconButton>
        <Slider.Root
          className="relative mx-1 flex h-8 flex-1 touch-none items-center"
          min={0}
          max={Math.max(last, 1)}
          value={[Math.max(at, 0)]}
          onValueChange={([to]) => go(to ?? last)}
        >
          <Slider.Track className="relative h-1 flex-1 rounded-full bg-line">
            <Slider.Range className="absolute h-full rounded-full bg-accent/60" />
          </Slider.Track>
          <Slider.Thumb
            aria-label={t('computer.timeline')}
            aria-valuetext={words}
            className="block size-4 rounded-full border-2 border-accent bg-surface shadow-card"
          />
        </Slider.Root>
        <button
          type="button"
          onClick={follow}
          aria-pressed={live}
          className={`inline-flex min-h-8 items-center gap-1.5 rounded-lg px-2.5 font-medium text-[0.8125rem] ${live ? 'text-accent' : 'bg-accent text-on-accent hover:bg-accent-hover'}`}
        >
          <Radio className="size-3.5" aria-hidden="true" />
          {live ? t('computer.live') : t('computer.toLive')}
        </button>
      </div>
    </div>
  )
}
