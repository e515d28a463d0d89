import type { CallId } from '@deskhand/protocol'
import type { NewEntry } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { CallState, SessionState } from '../state/session-state.ts'
import { resultEntry, startEntry } from './call-entries.ts'
import { readArguments } from './repair-arguments.ts'

/** Calls of the step's thread that have no result yet, in the order in which the model made them. */
export function openCalls(state: SessionState): CallState[] {
  const step = state.run?.current && state.steps.get(state.run.current)
  if (!step) return []
  // Only the newest reply can have open calls: nothing is asked of the model before they are settled.
  const newest = step.calls.at(-1)
  const requestId = newest && state.calls.get(newest)?.requestId
  return step.calls
    .flatMap((id) => state.calls.get(id) ?? [])
    .filter((call) => call.requestId === requestId && !call.result)
}

/** Settles what was not begun, so that the model reads of each call what became of it. */
export function skipOpenCalls(core: Core<unknown>, why: string, except?: CallId): NewEntry[] {
  return openCalls(core.state)
    .filter((call) => call.id !== except && call.started === undefined)
    .flatMap((call) => skipCall(core, call, why))
}

export function skipCall(core: Core<unknown>, call: CallState, why: string): NewEntry[] {
  const read = readArguments(call.arguments)
  const listed = core.tools.get(call.name)
  const title = listed?.control?.name ?? listed?.work?.name ?? call.name
  return [
    startEntry(call, read.ok ? read.value : {}, title),
    resultEntry(core, call, {
      outcome: 'skipped',
      content: `Not run: ${why}.`,
      view: { kind: 'text', text: why },
    }),
  ]
}

/** As skipCall, but nothing of it shows: after a stop no call begins, not even to be skipped. */
export const settleUnseen = (core: Core<unknown>, call: CallState, why: string): NewEntry =>
  resultEntry(core, call, { outcome: 'skipped', content: `Not run: ${why}.` })
