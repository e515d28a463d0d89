import type { Reply, ReplyRequest } from '../chat-model.ts'

/** The lines of a `trace/1` file, one JSON object each; `t` says which. */
export type TraceLine =
  | TraceHeader
  /** a row of the event log, as the server keeps it */
  | { t: 'ev'; pos: number; seq?: number; ts: number; type: string; data: unknown }
  | TraceRequest
  | { t: 'chunk'; n: number; dt: number; data: unknown }
  | TraceResult
  | {
      t: 'tool'
      callId: string
      name: string
      args: unknown
      status: string
      compact: string
      fullSha?: string
      dt: number
    }
  /** bytes that lines refer to by their hash, base64 */
  | { t: 'blob'; sha: string; mime: string; data: string }

export interface TraceHeader {
  t: 'header'
  v: 'trace/1'
  app: string
  /** the model's profile, as it was */
  profile?: unknown
  toolsSha?: string
  systemSha?: string
  startedAt: number
}
export interface TraceRequest {
  t: 'req'
  n: number
  /** which list of messages grows here: the purpose */
  thread: ReplyRequest['purpose']
  /** position in its thread, from 0 */
  turn: number
  /** hash of what was asked, secrets removed */
  key: string
  /** the body on the wire; pictures as {"blob": sha} */
  body: unknown
  ts: number
}
export interface TraceResult {
  t: 'res'
  n: number
  ms: number
  reply?: Reply
  error?: { class: string; message: string }
}
