import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from './markdown.tsx'

interface Props {
  text: string
  /** still being written */
  open?: boolean
  cut?: boolean
}

/** Reasoning and prose beside calls: folded to its first words, since it is for the curious. */
export function ThoughtRow({ text, open, cut }: Props) {
  const { t } = useTranslation()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div data-row="thought">
      <button
        type="button"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className="flex min-h-7 w-full min-w-0 items-center gap-2 rounded-lg px-1.5 text-left text-[0.8125rem] text-ink-3 hover:bg-sunken hover:text-ink-2"
      >
        <Lightbulb className={`size-3.5 shrink-0 ${open ? 'breathe text-accent' : ''}`} aria-hidden="true" />
        <span className="shrink-0">{open ? t('chat.thinking') : t('chat.thought')}</span>
        {!unfolded && <span className="truncate opacity-80">{firstLine(text)}</span>}
        {cut && <span className="shrink-0">· {t('chat.cut')}</span>}
      </button>
      {unfolded && (
        <div className="mt-1 mb-2 ml-3 border-line border-l-2 pl-3 text-[0.875rem] text-ink-2">
          <Markdown text={text} open={open} />
        </div>
      )}
    </div>
  )
}

const firstLine = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 160)
