import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Mood } from '../lib/status.ts'

// Never by colour alone: each mood has a shape of its own and a name for those who cannot see it.
const shapes: Record<Mood, string> = {
  new: 'rounded-full border-2 border-line-strong',
  working: 'rounded-full bg-accent breathe ring-3 ring-accent/20',
  needsYou: 'bg-signal rounded-[3px] rotate-45',
  paused: 'rounded-full border-2 border-signal',
  ok: 'rounded-full bg-ok',
  partial: 'rounded-full border-2 border-ok',
  failed: 'bg-danger rounded-[2px]',
  stopped: 'bg-ink-3 rounded-[2px]',
}

export function MoodDot({ mood, named = true }: { mood: Mood; named?: boolean }) {
  const { t } = useTranslation()
  const words = t(`mood.${mood}`)
  return (
    <>
      <span aria-hidden="true" title={words} className={clsx('block size-2.5 shrink-0', shapes[mood])} />
      {named && <span className="sr-only">{words}</span>}
    </>
  )
}
