/** What the fake model says, before a persona gives it its wire shape. */
export interface FakeReply {
  reasoning?: string
  text: string
  calls: FakeCall[]
  /** default: tool_calls when there are calls, else stop */
  finish?: string
  usage?: Partial<FakeUsage>
  pace: Pace
}
export interface FakeCall {
  name: string
  /** as written on the wire; usually JSON of an object */
  arguments: string
}
export interface FakeUsage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
}
/** Milliseconds before the first chunk, characters a chunk, milliseconds between chunks. */
export interface Pace {
  ttftMs: number
  chunkChars: number
  gapMs: number
}
export const noPace: Pace = { ttftMs: 0, chunkChars: 24, gapMs: 0 }
