import type { SessionSummary } from '@deskhand/protocol/http'
import clsx from 'clsx'
import { Archive, ArchiveRestore, Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Menu, MenuItem, MenuLine } from '../../components/menu.tsx'
import { MoodDot } from '../../components/mood-dot.tsx'
import { attempt } from '../../lib/commands.ts'
import { when } from '../../lib/format.ts'
import { patchSession } from '../../lib/sessions-store.ts'
import { moodOf } from '../../lib/status.ts'

interface Props {
  session: SessionSummary
  current: boolean
  onOpen(): void
  onDelete(session: SessionSummary): void
}

export function SessionRow({ session, current, onOpen, onDelete }: Props) {
  const { t, i18n } = useTranslation()
  const [renaming, setRenaming] = useState(false)
  const title = session.title || t('sessions.untitled')
  const patch = (change: Parameters<typeof patchSession>[1]) =>
    attempt(() => patchSession(session.id, change))
  if (renaming) {
    return (
      <li>
        <Rename
          title={session.title}
          onDone={(to) => {
            setRenaming(false)
            if (to && to !== session.title) void patch({ title: to })
          }}
        />
      </li>
    )
  }
  return (
    <li className="group/row relative" data-session={session.id}>
      <Link
        href={`/s/${session.id}`}
        onClick={onOpen}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          'flex items-start gap-2.5 rounded-xl py-2 pr-2.5 pl-2.5 transition-colors pointer-coarse:py-2.5',
          current ? 'bg-surface shadow-card' : 'hover:bg-surface/70',
        )}
      >
        <span className="pt-1.5">
          <MoodDot mood={moodOf(session.status, session.outcome)} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span
              className={clsx('truncate text-[0.875rem]', session.unread ? 'font-semibold' : 'font-medium')}
            >
              {title}
            </span>
            {session.pinned && (
              <Pin className="size-3 shrink-0 text-ink-3" aria-label={t('sessions.pinned')} />
            )}
          </span>
          <span className="flex items-center gap-1.5 text-ink-3 text-xs">
            <span className="min-w-0 flex-1 truncate">{session.lastMessage ?? ' '}</span>
            {session.unread && !current && (
              <span
                className="size-2 shrink-0 rounded-full bg-accent"
                role="img"
                aria-label={t('sessions.unread')}
              />
            )}
            <span className="shrink-0 tabular-nums">
              {when(session.updatedAt, i18n.language, Date.now())}
            </span>
          </span>
        </span>
      </Link>
      <span className="absolute top-1 right-1 rounded-lg bg-surface opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          trigger={
            <button
              type="button"
              aria-label={t('sessions.menuOf', { title })}
              className="grid size-8 place-items-center rounded-lg text-ink-2 hover:bg-sunken"
            >
              <Ellipsis className="size-4" />
            </button>
          }
        >
          <MenuItem icon={<Pencil className="size-4" />} onSelect={() => setRenaming(true)}>
            {t('sessions.rename')}
          </MenuItem>
          <MenuItem
            icon={session.pinned ? <PinOff className="size-4" /> : <Pin className="size-4" />}
            onSelect={() => patch({ pinned: !session.pinned })}
          >
            {t(session.pinned ? 'sessions.unpin' : 'sessions.pin')}
          </MenuItem>
          <MenuItem
            icon={session.archived ? <ArchiveRestore className="size-4" /> : <Archive className="size-4" />}
            onSelect={() => patch({ archived: !session.archived })}
          >
            {t(session.archived ? 'sessions.unarchive' : 'sessions.archive')}
          </MenuItem>
          <MenuLine />
          <MenuItem danger icon={<Trash2 className="size-4" />} onSelect={() => onDelete(session)}>
            {t('sessions.delete')}
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}

function Rename({ title, onDone }: { title: string; onDone(to: string | null): void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(title)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') onDone(text.trim())
    else if (event.key === 'Escape') onDone(null)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
      autoFocus
      value={text}
      maxLength={200}
      aria-label={t('sessions.rename')}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={onKeyDown}
      className="my-1 w-full rounded-lg border border-accent bg-surface px-2.5 py-1.5 text-sm"
    />
  )
}
