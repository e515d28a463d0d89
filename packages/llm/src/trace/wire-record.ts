import type { Reply, ReplyRequest } from '../chat-model.ts'
import type { JsonObject } from '../wire/json-value.ts'

/** One exchange with a model server, as it went over the wire; the key is not part of it. */
export interface WireRecord {
  /** counts up over the life of the model */
  n: number
  /** what the agent asked for */
  asked: ReplyRequest
  /** the body as sent */
  request: JsonObject
  /** ms since 1970 */
  startedAt: number
  ms: number
  /** `dt`: ms since the request was sent */
  chunks: { dt: number; data: unknown }[]
  reply?: Reply
  error?: { class: string; message: string }
}
