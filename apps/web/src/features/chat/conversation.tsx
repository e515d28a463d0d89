import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { sessionStore, useSession, useSessionState } from '../../lib/session-store.ts'
import { ItemRow } from './item-row.tsx'
import { NowLine } from './now-line.tsx'
import { OpenRows } from './open-rows.tsx'
import { useFollow } from './use-follow.ts'

/** Everything said and done in a session, newest at the end. Only what is in sight is in the document. */
export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const length = useSession((view) => view.items.length)
  // The list changes in place; its revision is what tells the virtual list to look again.
  useSessionState((state) => state.rev)
  const { items } = sessionStore.getState().view
  const { following, jump } = useFollow(scroller, content)
  const { t } = useTranslation()
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        data-testid="conversation"
        className="h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] sm:px-6"
      >
        <div ref={content} className="mx-auto max-w-[46rem] pt-3 pb-6">
          <section aria-label={t('chat.conversation')}>
            <Virtualizer scrollRef={scroller} data={items} bufferSize={600}>
              {(item) => <ItemRow key={item.key} item={item} />}
            </Virtualizer>
          </section>
          <OpenRows />
          <NowLine />
        </div>
      </div>
      {!following && <JumpPill length={length} jump={jump} />}
    </div>
  )
}

function JumpPill({ length, jump }: { length: number; jump(): void }) {
  const { t } = useTranslation()
  const [since] = useState(length)
  const fresh = length - since
  const pill = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onEnd = (event: KeyboardEvent) => event.key === 'End' && !isField(event.target) && jump()
    document.addEventListener('keydown', onEnd)
    return () => document.removeEventListener('keydown', onEnd)
  }, [jump])
  return (
    <button
      ref={pill}
      type="button"
      onClick={jump}
      className="rise -translate-x-1/2 absolute bottom-3 left-1/2 inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 font-medium text-[0.8125rem] shadow-card hover:bg-sunken"
    >
      <ArrowDown className="size-3.5" aria-hidden="true" />
      {fresh > 0 ? t('chat.fresh', { count: fresh }) : t('chat.toEnd')}
    </button>
  )
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
