import { z } from 'zod'
import { AskId, BlobId, MessageId, StepId, ThoughtId } from '../ids.ts'
import { View } from '../view.ts'

export const Attachment = z.object({
  name: z.string(),
  path: z.string(),
  size: z.number(),
  mime: z.string(),
  blob: BlobId,
})
export type Attachment = z.infer<typeof Attachment>

export const ModelRole = z.enum(['planner', 'executor', 'reporter'])
export type ModelRole = z.infer<typeof ModelRole>

// `offset` counts UTF-16 units: where this piece begins in the whole text.
const delta = <I extends z.ZodType>(id: I) => z.object({ id, text: z.string(), offset: z.number() })

export const message = {
  stored: {
    message: z.object({
      id: MessageId,
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      final: z.literal(true).optional(),
      mode: z.enum(['steer', 'queue']).optional(),
      replyTo: AskId.optional(),
      attachments: z.array(Attachment).optional(),
    }),
    'message.update': z.object({ id: MessageId, state: z.enum(['queued', 'delivered', 'withdrawn']) }),
    thought: z.object({
      id: ThoughtId,
      role: ModelRole,
      stepId: StepId.optional(),
      text: z.string(),
      cut: z.literal(true).optional(),
    }),
  },
  live: {
    'message.delta': delta(MessageId),
    'thought.delta': delta(ThoughtId),
    snapshot: z.object({
      of: z.enum(['message', 'thought', 'tool']),
      id: z.string(),
      offset: z.number().optional(),
      text: z.string().optional(),
      view: View.optional(),
    }),
  },
}
