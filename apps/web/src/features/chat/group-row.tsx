import type { GroupEntry, ItemOf, SessionView } from '@deskhand/protocol/fold'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StepMark } from '../../components/step-mark.tsx'
import { duration } from '../../lib/format.ts'
import { useSession } from '../../lib/session-store.ts'
import { ThoughtRow } from './thought-row.tsx'
import { ToolLine } from './tool-line.tsx'

// Their effect stands elsewhere in the conversation: as a message, a question or the step's own ending.
const SPOKEN = new Set(['step_done', 'message_notify', 'message_ask'])

/** A step's thoughts and calls on the thread. Open while it runs; finished it folds to its summary. */
export function GroupRow({ group }: { group: ItemOf<'group'> }) {
  const step = useSession((view) => (group.stepId ? view.steps.get(group.stepId) : undefined))
  const [byHand, setByHand] = useState<boolean>()
  const { t } = useTranslation()
  const unfolded = byHand ?? !step?.end
  const state = step?.end?.outcome ?? (step ? 'running' : undefined)
  const blank = useSession((view) => group.entries.every((entry) => isSpoken(view, entry)))
  const before = useSession((view) => group.part > 0 && hasPartBefore(view, group))
  const isLast = group.part === (step?.lastPart ?? 0)
  const took = step?.end && isLast ? step.end.ts - step.startedAt : undefined
  // The step went on after a message or a question before anything was done: its title stands there.
  if (blank && step && !isLast) return null
  return (
    <section className="thread pt-1.5 pb-1" data-row="group" data-step={state} aria-label={step?.title}>
      {step && (
        <>
          <span className="thread-knot top-3">
            <StepMark status={state ?? 'pending'} />
          </span>
          <button
            type="button"
            aria-expanded={unfolded}
            onClick={() => setByHand(!unfolded)}
            className="flex min-h-8 w-full items-center gap-1.5 rounded-lg px-1.5 text-left hover:bg-sunken"
          >
            <span className="min-w-0 flex-1 font-medium">
              {step.title}
              {before && <span className="font-normal text-ink-3"> · {t('chat.continued')}</span>}
            </span>
            {took !== undefined && <span className="text-ink-3 text-xs tabular-nums">{duration(took)}</span>}
            <ChevronRight
              className={clsx('size-4 shrink-0 text-ink-3 transition-transform', unfolded && 'rotate-90')}
              aria-hidden="true"
            />
          </button>
        </>
      )}
      {unfolded && (
        <div className="flex flex-col">
          {group.entries.map((entry) => (
            <Entry key={entry.kind === 'tool' ? entry.callId : entry.id} entry={entry} />
          ))}
        </div>
      )}
      {step?.end?.summary && isLast && (
        <p className={clsx('px-1.5 text-[0.875rem] text-ink-2', unfolded && 'mt-1')}>
          {step.end.summary}
          {!step.end.verified && state === 'done' && (
            <span className="text-ink-3"> · {t('chat.notVerified')}</span>
          )}
        </p>
      )}
    </section>
  )
}

const isSpoken = (view: SessionView, entry: GroupEntry): boolean => {
  const tool = entry.kind === 'tool' ? view.tools.get(entry.callId) : undefined
  return tool !== undefined && SPOKEN.has(tool.name) && (tool.end?.outcome ?? 'ok') === 'ok'
}

/** Whether an earlier part of the same step is shown. */
function hasPartBefore(view: SessionView, group: ItemOf<'group'>): boolean {
  for (let at = (view.itemIndex.get(group.key) ?? 0) - 1; at >= 0; at--) {
    const item = view.items[at]
    if (item?.kind !== 'group' || item.stepId !== group.stepId) continue
    if (!item.entries.every((entry) => isSpoken(view, entry))) return true
    if (item.part === 0) return false
  }
  return false
}

function Entry({ entry }: { entry: GroupEntry }) {
  const spoken = useSession((view) => isSpoken(view, entry))
  if (spoken) return null
  return entry.kind === 'tool' ? (
    <ToolLine callId={entry.callId} />
  ) : (
    <ThoughtRow text={entry.text} cut={entry.cut} />
  )
}
