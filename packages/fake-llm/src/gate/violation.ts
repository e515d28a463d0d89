/** The rules of a message sequence, V1–V13, and of what stands around it. */
export type ViolationCode =
  | 'V1' // exactly one system message, first
  | 'V2' // a tool message answers an open call of the assistant message right before its block
  | 'V3' // every call is answered once, before anything else
  | 'V4' // an assistant message says something or calls something; tool_calls is never empty
  | 'V5' // ids: unique, [A-Za-z0-9_-]{1,40}
  | 'V6' // arguments are a string that parses to a JSON object
  | 'V7' // a tool's content is a non-empty string; pictures only in user messages
  | 'V8' // no two user messages in a row
  | 'V9' // no user message right after a tool message, where turns alternate strictly
  | 'V10' // the last message is user's or tool's
  | 'V11' // no lone surrogate, no NUL
  | 'V12' // tools are declared whenever the history has calls
  | 'V13' // the request fits the window
  | 'tools' // declared tools: names, descriptions, schemas
  | 'body' // known fields, roles, types

export interface Violation {
  code: ViolationCode
  /** index of the message, when it is about one */
  at?: number
  /** the id, name or field that it is about */
  what?: string
  /** in OpenAI's words */
  message: string
  param?: string
}
