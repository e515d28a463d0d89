import { z } from 'zod'
import { Approve } from '../events/ask.ts'
import { AskId, FileId, MessageId } from '../ids.ts'

export const PostMessage = z.object({
  text: z.string().max(200_000),
  mode: z.enum(['steer', 'queue']).optional(),
  replyTo: AskId.optional(),
  approve: Approve.optional(),
  attachments: z.array(FileId).max(50).optional(),
  clientId: z.string().min(1).max(64).optional(),
})
export type PostMessage = z.infer<typeof PostMessage>
/** 202; `seq` is that of the message's event */
export const PostedMessage = z.object({ messageId: MessageId, seq: z.number() })
export type PostedMessage = z.infer<typeof PostedMessage>
