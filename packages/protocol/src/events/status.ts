import { z } from 'zod'

export const Status = z.enum([
  'idle',
  'planning',
  'running',
  'updating',
  'reporting',
  'waiting',
  'takeover',
  'paused',
  'stopping',
])
export type Status = z.infer<typeof Status>

export const PauseReason = z.enum([
  'user',
  'budget',
  'rate_limit',
  'model_unavailable',
  'model_auth',
  'model_quota',
  'model_config',
  'sandbox_lost',
  'storage',
  'crash_loop',
])
export type PauseReason = z.infer<typeof PauseReason>

/** How a run ended. */
export const Outcome = z.enum(['ok', 'partial', 'failed', 'stopped'])
export type Outcome = z.infer<typeof Outcome>

export const status = {
  stored: {
    status: z.object({
      status: Status,
      reason: PauseReason.optional(),
      text: z.string().optional(),
      /** ms since 1970: when the agent tries again by itself */
      retryAt: z.number().optional(),
    }),
    notice: z.object({ level: z.enum(['info', 'warning', 'error']), code: z.string(), text: z.string() }),
  },
  live: {},
}
