import { FastForward, Monitor, Pause, Play, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/button.tsx'
import { MoodDot } from '../components/mood-dot.tsx'
import { api } from '../lib/api.ts'
import { attempt } from '../lib/commands.ts'
import { useSession } from '../lib/session-store.ts'
import { patchSession, useSessions } from '../lib/sessions-store.ts'
import { isBusy, moodOf } from '../lib/status.ts'
import { setUi, useUi } from '../lib/ui-store.ts'
import { OpenSideButton } from './open-side-button.tsx'
import { SessionMenu } from './session-menu.tsx'
import { UsageChip } from './usage-chip.tsx'

export function SessionHeader({ id, compact }: { id: string; compact?: boolean }) {
  const { t } = useTranslation()
  const status = useSession((view) => view.status.status)
  const outcome = useSession((view) => view.outcome)
  const panelOpen = useUi((ui) => ui.panelOpen)
  const mood = moodOf(status, outcome)
  return (
    <header className="flex min-h-13 items-center gap-2 border-line border-b px-3">
      <OpenSideButton />
      <Title id={id} />
      <span
        className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full bg-sunken px-2.5 py-1 text-ink-2 text-xs"
        data-testid="status"
        data-status={status}
      >
        <MoodDot mood={mood} named={false} />
        {status === 'idle' ? t(`mood.${mood}`) : t(`status.${status}`)}
      </span>
      <span className="flex-1" />
      <RunButtons id={id} />
      {!compact && <UsageChip />}
      <SessionMenu id={id} />
      {!compact && (
        <IconButton
          label={t('computer.title')}
          pressed={panelOpen}
          onClick={() => setUi({ panelOpen: !panelOpen })}
          data-testid="toggle-computer"
        >
          <Monitor className="size-4.5" />
        </IconButton>
      )}
    </header>
  )
}

/** What can be done with the run in its state; nothing is shown that would be refused. */
function RunButtons({ id }: { id: string }) {
  const { t } = useTranslation()
  const status = useSession((view) => view.status.status)
  const outcome = useSession((view) => view.outcome)
  const command = (verb: 'pause' | 'finish' | 'retry') => attempt(() => api.command(id, verb))
  const working = status === 'planning' || status === 'running' || status === 'updating'
  return (
    <>
      {working && (
        <>
          <IconButton label={t('run.pause')} onClick={() => command('pause')}>
            <Pause className="size-4" />
          </IconButton>
          <IconButton label={t('run.finish')} onClick={() => command('finish')}>
            <FastForward className="size-4" />
          </IconButton>
        </>
      )}
      {status === 'paused' && (
        <IconButton label={t('run.resume')} onClick={() => attempt(() => api.resume(id))}>
          <Play className="size-4" />
        </IconButton>
      )}
      {!isBusy(status) && outcome === 'failed' && (
        <IconButton label={t('run.retry')} onClick={() => command('retry')}>
          <RotateCcw className="size-4" />
        </IconButton>
      )}
    </>
  )
}

function Title({ id }: { id: string }) {
  const { t } = useTranslation()
  const own = useSession((view) => view.title)
  // A name given by hand lives in the list; the agent's own comes as an event.
  const listed = useSessions((state) => state.byId.get(id)?.title)
  const title = listed || own || t('sessions.untitled')
  const [editing, setEditing] = useState<string>()
  const save = () => {
    const to = editing?.trim()
    setEditing(undefined)
    if (to && to !== title) void attempt(() => patchSession(id, { title: to }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') save()
    else if (event.key === 'Escape') setEditing(undefined)
  }
  if (editing !== undefined) {
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
        autoFocus
        value={editing}
        maxLength={200}
        aria-label={t('sessions.rename')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setEditing(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-[2] rounded-lg border border-accent bg-surface px-2 py-1 text-sm"
      />
    )
  }
  return (
    <h1 className="min-w-0">
      <button
        type="button"
        title={t('sessions.rename')}
        onClick={() => setEditing(title)}
        className="block max-w-full truncate rounded-lg px-1.5 py-1 font-semibold text-[0.9375rem] hover:bg-sunken"
      >
        {title}
      </button>
    </h1>
  )
}
