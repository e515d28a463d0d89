import type { Clock } from '@deskhand/llm'
import { type LiveData, type LiveType, storedEvents } from '@deskhand/protocol'
import type { Entry, SessionLog } from '../deps.ts'

/** The process is gone: nothing after this is written, done or answered. */
export class Crash extends Error {
  override name = 'Crash'
}

export interface MemoryLog extends SessionLog {
  /** what went out live, in order */
  readonly lives: { type: LiveType; data: unknown }[]
  readonly dead: boolean
  /** from now on as after kill -9: every entry is refused */
  die(): void
  /** called with each entry right after it is committed; throwing here is a crash at that place */
  onCommit: ((entry: Entry) => void) | undefined
  /** the same rows under a new process, but for the newest `lost` ones */
  reopen(lost?: number): MemoryLog
}

/** A session's log in memory: rows go through JSON, as in a database. */
export function memoryLog(clock: Clock, rows: Entry[] = []): MemoryLog {
  let dead = false
  const lives: MemoryLog['lives'] = []
  const log: MemoryLog = {
    lives,
    get dead() {
      return dead
    },
    onCommit: undefined,
    entries: () => rows,
    append(type: string, data: unknown) {
      if (dead) throw new Crash('The log is closed')
      const isPublic = publicTypes.has(type)
      const seq = isPublic ? (rows.findLast((row) => row.seq !== undefined)?.seq ?? 0) + 1 : undefined
      const row = {
        pos: rows.length + 1,
        ...(seq && { seq }),
        ts: clock.now(),
        type,
        data: JSON.parse(JSON.stringify(data)),
      }
      rows.push(row as Entry)
      log.onCommit?.(row as Entry)
      return row as Entry
    },
    live: <T extends LiveType>(type: T, data: LiveData<T>) => {
      if (!dead) lives.push({ type, data })
    },
    die: () => {
      dead = true
    },
    reopen: (lost = 0) => memoryLog(clock, rows.slice(0, rows.length - lost)),
  }
  return log
}

const publicTypes = new Set(Object.keys(storedEvents))
