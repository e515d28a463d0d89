import type { StoredData, StoredType } from '@deskhand/protocol'
import type { Entry, SessionLog } from '../deps.ts'
import { fold } from '../state/fold.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import type { NewEntry, PrivateData, PrivateType } from './private-entries.ts'

/**
 * Writes to the log and keeps the state that the log amounts to. Nothing else changes the state, so what a crash
 * leaves is what a new Journal over the same log begins with.
 */
export class Journal {
  readonly state: SessionState = emptyState()
  readonly #log: SessionLog

  constructor(log: SessionLog) {
    this.#log = log
    this.catchUp()
  }

  /** Takes in what others wrote to the log. */
  catchUp(): void {
    const entries = this.#log.entries()
    for (let at = this.state.folded; at < entries.length; at = this.state.folded) {
      fold(this.state, entries[at]!)
    }
  }

  append<T extends StoredType>(type: T, data: StoredData<T>): Entry
  append<T extends PrivateType>(type: T, data: PrivateData<T>): Entry
  append(type: never, data: never): Entry {
    const entry = this.#log.append(type, data) as Entry
    this.catchUp()
    this.finishDue()
    return entry
  }

  /** Several entries of which, after a crash in between, the rest follows at the next boot. */
  commit(entries: NewEntry[]): void {
    const [only] = entries
    if (!only) return
    if (entries.length === 1) this.append(only.type as never, only.data as never)
    else this.append('due', { entries })
  }

  /** Writes what earlier entries made necessary. */
  finishDue(): void {
    for (let next = this.state.due[0]; next; next = this.state.due[0]) {
      const before = this.state.folded
      this.#log.append(next.type as never, next.data as never)
      this.catchUp()
      if (this.state.due[0] === next && this.state.folded > before) this.state.due.shift()
    }
  }

  live: SessionLog['live'] = (type, data) => this.#log.live(type, data)
}
