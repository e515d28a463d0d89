import type { Pace } from '../chat-reply.ts'
import type { WireEvent } from './chunks.ts'

/** What the server does on the socket, one thing after another. */
export type Action =
  | { type: 'head'; status: number; headers: Record<string, string> }
  | { type: 'send'; bytes: Buffer }
  | { type: 'wait'; ms: number }
  /** says nothing more and keeps the socket open until the client closes it */
  | { type: 'hang' }
  /** drops the connection (RST) */
  | { type: 'reset' }
  | { type: 'end' }

export const frameOf = (event: WireEvent): Buffer =>
  Buffer.from('raw' in event ? event.raw : `data: ${JSON.stringify(event.json)}\n\n`)

const streamHead: Action = {
  type: 'head',
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
}

/** A stream at its pace: silence before the first chunk, then gaps. */
export function streamActions(events: readonly WireEvent[], pace: Pace): Action[] {
  const actions: Action[] = [streamHead]
  if (pace.ttftMs > 0) actions.push({ type: 'wait', ms: pace.ttftMs })
  for (const [nth, event] of events.entries()) {
    if (nth > 0 && pace.gapMs > 0) actions.push({ type: 'wait', ms: pace.gapMs })
    actions.push({ type: 'send', bytes: frameOf(event) })
  }
  return [...actions, { type: 'end' }]
}

export function jsonActions(status: number, body: unknown, headers: Record<string, string> = {}): Action[] {
  return bodyActions(status, Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
    ...headers,
  })
}

export const bodyActions = (status: number, bytes: Buffer, headers: Record<string, string>): Action[] => [
  { type: 'head', status, headers },
  { type: 'send', bytes },
  { type: 'end' },
]
