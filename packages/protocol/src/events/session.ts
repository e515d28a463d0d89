import { z } from 'zod'
import { SessionId } from '../ids.ts'
import { Outcome, Status } from './status.ts'

export const session = {
  stored: {
    'session.update': z.object({ title: z.string().optional(), projectId: z.string().nullable().optional() }),
  },
  live: {
    'sessions.update': z.union([
      z.object({
        id: SessionId,
        title: z.string(),
        status: Status,
        outcome: Outcome.optional(),
        lastMessage: z.string().optional(),
        unread: z.boolean(),
        pinned: z.boolean(),
        archived: z.boolean(),
        updatedAt: z.number(),
      }),
      z.object({ id: SessionId, removed: z.literal(true) }),
    ]),
    reset: z.object({}),
  },
}
