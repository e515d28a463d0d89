import { z } from 'zod'

// Ids have their own types so that one can't be handed in for another. Only the server makes ids.
const id = <B extends string>() => z.string().min(1).max(64).brand<B>()

export const SessionId = id<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>
export const RunId = id<'RunId'>()
export type RunId = z.infer<typeof RunId>
export const StepId = id<'StepId'>()
export type StepId = z.infer<typeof StepId>
export const CallId = id<'CallId'>()
export type CallId = z.infer<typeof CallId>
export const MessageId = id<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>
export const ThoughtId = id<'ThoughtId'>()
export type ThoughtId = z.infer<typeof ThoughtId>
export const AskId = id<'AskId'>()
export type AskId = z.infer<typeof AskId>
export const BlobId = id<'BlobId'>()
export type BlobId = z.infer<typeof BlobId>
export const FileId = id<'FileId'>()
export type FileId = z.infer<typeof FileId>
export const UserId = id<'UserId'>()
export type UserId = z.infer<typeof UserId>
