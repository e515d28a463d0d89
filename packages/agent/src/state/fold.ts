import type { StoredType } from '@deskhand/protocol'
import type { Entry } from '../deps.ts'
import type { PrivateType } from '../journal/private-entries.ts'
import { foldAsk } from './fold-ask.ts'
import { foldCall } from './fold-call.ts'
import { foldMessage } from './fold-message.ts'
import { foldModel } from './fold-model.ts'
import { foldPlan } from './fold-plan.ts'
import { foldRun } from './fold-run.ts'
import type { SessionState } from './session-state.ts'

export type EntryOf<T extends StoredType | PrivateType> = Extract<Entry, { type: T }>
export type Folds = { [T in StoredType | PrivateType]?: (state: SessionState, entry: EntryOf<T>) => void }

const folds: Folds = {
  ...foldMessage,
  ...foldRun,
  ...foldModel,
  ...foldPlan,
  ...foldCall,
  ...foldAsk,
  due: (state, { data }) => {
    state.due.unshift(...data.entries)
  },
}

/** Brings the state up to one more entry. Types that mean nothing to the agent pass by. */
export function fold(state: SessionState, entry: Entry): void {
  state.folded++
  if (isDue(state, entry)) state.due.shift()
  const handle = folds[entry.type] as ((state: SessionState, entry: Entry) => void) | undefined
  handle?.(state, entry)
}

// Entries of others (the sandbox's) may come in between; only the awaited one ends the wait.
function isDue(state: SessionState, entry: Entry): boolean {
  const next = state.due[0]
  return next?.type === entry.type && JSON.stringify(next.data) === JSON.stringify(entry.data)
}
