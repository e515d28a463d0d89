import { z } from 'zod'
import { StepId } from '../ids.ts'

export const StepStatus = z.enum(['pending', 'running', 'done', 'failed', 'interrupted', 'skipped'])
export type StepStatus = z.infer<typeof StepStatus>

export const PlanStep = z.object({
  id: StepId,
  title: z.string(),
  doneWhen: z.string().optional(),
  status: StepStatus,
  summary: z.string().optional(),
})
export type PlanStep = z.infer<typeof PlanStep>

export const plan = {
  stored: {
    'plan.update': z.object({
      rev: z.number(),
      goal: z.string(),
      cause: z.enum(['new', 'step', 'interrupt', 'answer']),
      why: z.string().optional(),
      steps: z.array(PlanStep),
    }),
    'step.start': z.object({ stepId: StepId }),
    'step.end': z.object({
      stepId: StepId,
      outcome: z.enum(['done', 'failed', 'interrupted', 'skipped']),
      summary: z.string(),
      verified: z.boolean(),
    }),
  },
  live: {},
}
