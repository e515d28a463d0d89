import { z } from 'zod'

export const sandbox = {
  stored: {
    'sandbox.start': z.object({}),
    'sandbox.ready': z.object({ bootMs: z.number(), from: z.enum(['pool', 'new', 'woken']) }),
    'sandbox.update': z.object({
      state: z.enum(['queued', 'paused', 'running', 'stopped']),
      place: z.number().optional(),
      expiresAt: z.number().optional(),
    }),
    'sandbox.end': z.object({
      reason: z.enum(['failed', 'stopped', 'lost', 'removed', 'out_of_memory']),
      text: z.string().optional(),
      log: z.string().optional(),
    }),
  },
  live: {
    'sandbox.progress': z.object({ phase: z.string(), text: z.string(), percent: z.number().optional() }),
  },
}
