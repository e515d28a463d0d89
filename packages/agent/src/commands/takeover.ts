import type { NewEntry } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import { askAnswered } from './end-ask.ts'

/** From here on the person has mouse and keyboard. Calls that were not begun are settled: the page may change. */
export function startTakeover(core: Core<unknown>, user: string): void {
  const { state, journal } = core
  if (state.takeover) return
  const entries: NewEntry[] = state.ask ? [] : skipOpenCalls(core, 'the person took control')
  entries.push({ type: 'takeover.start', data: { user } }, { type: 'status', data: { status: 'takeover' } })
  journal.commit(entries)
}

/** The person is done: what they noted goes to the planner, and answers the question that led to it. */
export function giveBack(core: Core<unknown>, user: string, note = ''): void {
  const { state, journal, deps } = core
  const { takeover, ask, run } = state
  if (!takeover) return
  const text = note.trim()
  const seconds = Math.max(0, Math.round((deps.clock.now() - takeover.since) / 1000))
  const entries: NewEntry[] = [{ type: 'takeover.end', data: { user, ...(text && { note: text }), seconds } }]
  if (ask?.kind === 'takeover')
    entries.push(
      ...askAnswered(core, ask, 'user', text || `The person operated the computer for ${seconds} s.`),
    )
  if (run && text) entries.push({ type: 'takeover.note', data: { text } })
  const before = takeover.before.status
  if (before === 'paused') entries.push({ type: 'status', data: takeover.before })
  journal.commit(entries)
}
