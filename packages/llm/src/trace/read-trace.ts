import { isObject, parseJson } from '../wire/json-value.ts'
import type { TraceHeader, TraceLine, TraceRequest, TraceResult } from './trace-lines.ts'

export interface TraceExchange {
  request: TraceRequest
  result?: TraceResult
}
export interface Trace {
  header: TraceHeader
  exchanges: TraceExchange[]
  lines: TraceLine[]
}

/** Reads a `trace/1` text. A last line that was cut by a crash is left out; any other bad line is an error that names it. */
export function readTrace(text: string): Trace {
  const texts = text.split('\n').filter((line) => line.trim() !== '')
  const lines = texts.flatMap((line, at): TraceLine[] => {
    const value = parseJson(line)
    if (isObject(value) && typeof value.t === 'string') return [value as unknown as TraceLine]
    if (at === texts.length - 1 && at > 0) return []
    throw new TypeError(`Line ${at + 1} of the trace is no JSON object with a "t"`)
  })
  const header = lines[0]
  if (header?.t !== 'header' || header.v !== 'trace/1')
    throw new TypeError('This is no trace/1 file: its header is missing')
  const results = new Map(lines.flatMap((line) => (line.t === 'res' ? [[line.n, line] as const] : [])))
  const exchanges = lines.flatMap((line) =>
    line.t === 'req' ? [{ request: line, result: results.get(line.n) }] : [],
  )
  return { header, exchanges, lines }
}
