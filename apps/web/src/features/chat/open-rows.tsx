import { sessionStore, useSession, useSessionState } from '../../lib/session-store.ts'
import { Markdown } from './markdown.tsx'
import { ThoughtRow } from './thought-row.tsx'

/** What is being written at this moment; it takes its place among the rows when its event comes. */
export function OpenRows() {
  const count = useSession((view) => view.open.size)
  useSessionState((state) => (count ? state.rev : 0))
  const open = [...sessionStore.getState().view.open.values()]
  return open.map((text) =>
    text.of === 'message' ? (
      <div key={text.id} className="py-2.5" data-row="assistant" data-open="true">
        <Markdown text={text.text} open />
      </div>
    ) : (
      <div key={text.id} className="thread">
        <ThoughtRow text={text.text} open />
      </div>
    ),
  )
}
