import type { Entry, SessionLog } from '@deskhand/agent'
import { isStoredType } from '@deskhand/protocol'

export interface MemoryLog extends SessionLog {
  /** resolves with the first entry, from here on or before, that fits */
  seen(fits: (entry: Entry) => boolean): Promise<Entry>
}

/** A session's log in an array. */
export function memoryLog(): MemoryLog {
  const entries: Entry[] = []
  const waiting = new Set<{ fits: (entry: Entry) => boolean; resolve: (entry: Entry) => void }>()
  let seq = 0
  return {
    entries: () => entries,
    append(type: string, data: unknown) {
      const pos = entries.length + 1
      const entry = {
        pos,
        ts: Date.now(),
        type,
        data,
        ...(isStoredType(type) && { seq: ++seq }),
      } as unknown as Entry
      entries.push(entry)
      for (const one of waiting)
        if (one.fits(entry)) {
          waiting.delete(one)
          one.resolve(entry)
        }
      return entry
    },
    live() {},
    seen(fits) {
      const found = entries.find(fits)
      if (found) return Promise.resolve(found)
      return new Promise((resolve) => waiting.add({ fits, resolve }))
    },
  }
}
