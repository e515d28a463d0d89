import type { Core } from '../run/core.ts'
import { pauseFor } from '../run/pause.ts'

const MOST_BOOTS = 3

/** Settles what a crash left half done in the log itself. What was under way goes on by the next acts. */
export function settleAfterCrash(core: Core<unknown>): void {
  const { state, journal } = core
  journal.finishDue()
  if (state.request) {
    const { requestId, thread } = state.request
    journal.append('model.error', {
      requestId,
      thread,
      class: 'server_restart',
      text: 'The server was restarted.',
    })
  }
  const rests = !state.run || state.ask || state.takeover || state.status.status === 'paused'
  if (rests) return
  journal.append('boot', { version: 1 })
  if (state.boots < MOST_BOOTS) return
  pauseFor(
    core,
    'crash_loop',
    `The server was started ${state.boots} times without getting further in this run. Resume to try again, or stop.`,
  )
}
