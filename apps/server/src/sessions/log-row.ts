import type { Entry } from '@deskhand/agent'

/** One stored line of a log as the database has it; `data` is JSON. */
export interface LogRow {
  pos: number
  seq: number | null
  ts: number
  type: string
  data: string
}
export type PublicRow = LogRow & { seq: number }

/** As it stands on the wire. The stored JSON is put in as it is: nothing is parsed to be sent. */
export function wireData(row: PublicRow): string {
  const rest = row.data === '{}' ? '}' : `,${row.data.slice(1)}`
  return `{"seq":${row.seq},"ts":${row.ts},"type":"${row.type}"${rest}`
}

/** One frame for every watcher. JSON has no line ends of its own, so one data line holds it. */
export const frameOf = (row: PublicRow) => `id: ${row.seq}\nevent: ${row.type}\ndata: ${wireData(row)}\n\n`

export const liveFrame = (type: string, data: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

export const entryOf = (row: LogRow): Entry =>
  ({
    pos: row.pos,
    ...(row.seq === null ? {} : { seq: row.seq }),
    ts: row.ts,
    type: row.type,
    data: JSON.parse(row.data),
  }) as Entry
