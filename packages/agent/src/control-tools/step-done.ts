import { z } from 'zod'
import { finishStep } from '../step/finish-step.ts'
import { defineControl } from './control-tool.ts'

const list = z.array(z.string()).optional()

export const stepDone = defineControl({
  name: 'step_done',
  description:
    'End this step. done: reached and seen to be so. failed: cannot be reached. replan: the step itself is wrong. ' +
    'Later steps see only what you write here.',
  params: z.object({
    status: z.enum(['done', 'failed', 'replan']),
    summary: z.string().describe('at most 700 characters'),
    facts: list.describe('findings with their sources'),
    artifacts: list.describe('paths of files for the person'),
    problems: list,
    lesson: z.string().optional().describe('a rule for other tasks'),
  }),
  title: ({ summary }) => (summary.length > 80 ? `${summary.slice(0, 79)}…` : summary),
  run: finishStep,
})
