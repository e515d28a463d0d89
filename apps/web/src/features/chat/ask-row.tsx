import { CircleHelp, Hand, ShieldQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session-store.ts'
import { Markdown } from './markdown.tsx'

/** A question as it stays in the conversation; while it is open it is answered in the card above the composer. */
export function AskRow({ askId }: { askId: string }) {
  const ask = useSession((view) => view.asks.get(askId as never))
  const { t } = useTranslation()
  if (!ask) return null
  const Icon = ask.kind === 'approval' ? ShieldQuestion : ask.kind === 'takeover' ? Hand : CircleHelp
  return (
    <div className="my-2 border-signal-line border-l-[3px] py-0.5 pl-3.5" data-row="ask" data-open={!ask.end}>
      <p className="mb-0.5 flex items-center gap-1.5 font-semibold text-[0.8125rem] text-signal">
        <Icon className="size-4" aria-hidden="true" /> {t(`ask.${ask.kind}`)}
      </p>
      <Markdown text={ask.text} />
      {ask.end && (
        <p className="mt-1 text-[0.8125rem] text-ink-3">
          {ask.end.approve ? t(`ask.gave.${ask.end.approve}`) : t(`ask.closed.${ask.end.by}`)}
          {ask.end.answer && ask.kind === 'takeover' && ` “${ask.end.answer}”`}
        </p>
      )}
    </div>
  )
}
