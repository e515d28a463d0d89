import type { OpenStream } from '@deskhand/agent'
import type { EventStream } from '../http/event-stream.ts'
import type { EventLog } from './event-log.ts'
import { frameOf, liveFrame } from './log-row.ts'

const pageSize = 500

/**
 * Sends everything after `after`, then what comes. The last page is read and the watcher added in one synchronous
 * step: no event can fall between them, none can come twice. A value that is no seq of this session resets.
 */
export async function follow(
  stream: EventStream,
  events: EventLog,
  from: { id: string; after: string | undefined; openStreams: () => OpenStream[] },
): Promise<void> {
  let seq = readSeq(from.after, events.lastSeq(from.id))
  if (seq === undefined) {
    stream.write(liveFrame('reset', {}))
    seq = 0
  }
  for (;;) {
    const rows = events.page(from.id, seq, pageSize)
    stream.write(rows.map(frameOf).join(''))
    seq = rows.at(-1)?.seq ?? seq
    if (rows.length < pageSize) break
    await stream.drained()
    if (stream.closed) return
  }
  for (const open of from.openStreams()) stream.write(liveFrame('snapshot', open))
  const stop = events.watch(from.id, { frame: (frame) => stream.write(frame), end: () => stream.close() })
  stream.onClose(stop)
}

function readSeq(after: string | undefined, last: number): number | undefined {
  if (after === undefined) return 0
  if (!/^\d{1,15}$/.test(after)) return undefined
  const seq = Number(after)
  return seq > last ? undefined : seq
}
