import type { LiveData } from '@deskhand/protocol'
import { liveFrame } from './log-row.ts'
import { type SessionList, summaryOf } from './session-list.ts'

type Update = LiveData<'sessions.update'>

/** Tells each person's open pages which sessions changed; many changes in one turn of the event loop are one frame. */
export class SideBar {
  readonly #list: SessionList
  readonly #watchers = new Map<string, Set<(frame: string) => void>>()
  readonly #changed = new Set<string>()

  constructor(list: SessionList) {
    this.#list = list
  }

  watch(userId: string, write: (frame: string) => void): () => void {
    const watchers = this.#watchers.get(userId) ?? new Set()
    this.#watchers.set(userId, watchers.add(write))
    return () => {
      watchers.delete(write)
      if (watchers.size === 0) this.#watchers.delete(userId)
    }
  }

  changed(sessionId: string): void {
    if (this.#watchers.size === 0) return
    if (this.#changed.size === 0) setImmediate(() => this.#flush())
    this.#changed.add(sessionId)
  }

  removed(userId: string, sessionId: string): void {
    this.#changed.delete(sessionId)
    this.#tell(userId, { id: sessionId as Update['id'], removed: true })
  }

  #flush() {
    for (const id of this.#changed) {
      const row = this.#list.find(id)
      if (row !== undefined) this.#tell(row.userId, summaryOf(row))
    }
    this.#changed.clear()
  }

  #tell(userId: string, update: Update) {
    const watchers = this.#watchers.get(userId)
    if (watchers === undefined) return
    const frame = liveFrame('sessions.update', update)
    for (const write of watchers) write(frame)
  }
}
