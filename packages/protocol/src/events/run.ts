import { z } from 'zod'
import { RunId } from '../ids.ts'
import { Outcome } from './status.ts'

export const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  calls: z.number(),
  toolCalls: z.number(),
  costUsd: z.number().optional(),
  contextTokens: z.number(),
  contextWindow: z.number(),
  /** how much of each run budget is used, as a share from 0 to 1 */
  budget: z.object({ calls: z.number(), tokens: z.number(), minutes: z.number() }),
})
export type Usage = z.infer<typeof Usage>

export const run = {
  stored: {
    'run.start': z.object({ runId: RunId }),
    'run.end': z.object({ runId: RunId, outcome: Outcome, reason: z.string().optional(), usage: Usage }),
  },
  live: { usage: Usage },
}
