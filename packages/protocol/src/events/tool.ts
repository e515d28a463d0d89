import { z } from 'zod'
import { CallId, StepId } from '../ids.ts'
import { View } from '../view.ts'

export const ToolOutcome = z.enum(['ok', 'failed', 'timeout', 'interrupted', 'skipped', 'unknown'])
export type ToolOutcome = z.infer<typeof ToolOutcome>

export const tool = {
  stored: {
    'tool.start': z.object({
      callId: CallId,
      stepId: StepId.optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()),
      title: z.string(),
    }),
    'tool.end': z.object({ callId: CallId, outcome: ToolOutcome, ms: z.number(), view: View }),
  },
  live: { 'tool.delta': z.object({ callId: CallId, view: View }) },
}
