import type { StepClose } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { StepState } from '../state/session-state.ts'
import { haltWords } from '../turn/perform-tool.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import { loopWords } from '../turn/watch-loops.ts'
import { partialReportNow } from './partial-report.ts'

type By = Extract<
  StepClose['by'],
  'message' | 'finish' | 'budget' | 'stuck' | 'monologue' | 'arguments' | 'refused' | 'world_lost' | 'stop'
>

/** Ends a step from outside the model, with a report that code makes of it. */
export async function closeStep(core: Core<unknown>, step: StepState, by: By): Promise<void> {
  const report = await partialReportNow(core, step)
  const cut = by === 'message' || by === 'finish' || by === 'world_lost' || by === 'stop'
  const why = reasonOf(core, step, by)
  core.journal.commit([
    ...skipOpenCalls(core, cut && by !== 'world_lost' ? haltWords(by) : 'the step had ended'),
    {
      type: 'step.close',
      data: {
        stepId: step.id,
        outcome: cut ? 'interrupted' : 'failed',
        summary: why ? `${why}\n${report}` : report,
        verified: true,
        by,
      },
    },
  ])
}

function reasonOf(core: Core<unknown>, step: StepState, by: By): string {
  switch (by) {
    case 'budget':
      return `The step used up its ${core.deps.settings.stepMaxCalls} replies without coming to its end.`
    case 'stuck': {
      const last = step.calls.findLast((id) => core.state.calls.get(id)?.result?.loop)
      const signal = last && core.state.calls.get(last)?.result?.loop?.signal
      const words = loopWords[signal as keyof typeof loopWords] ?? 'it went round in circles'
      return `The step was ended because it repeated itself: ${words}.`
    }
    case 'monologue':
      return 'The model only talked and called no tool.'
    case 'arguments':
      return 'The model sent arguments that could not be read three times in a row.'
    case 'refused':
      return 'The provider of the model refused the content of this step.'
    case 'world_lost':
      return 'The computer was lost in the middle of the step; files in /workspace are kept, programs and pages are not.'
    default:
      return ''
  }
}

/** The step is over for everyone: the planner looks next. */
export function endStep(core: Core<unknown>, step: StepState): void {
  const { outcome, summary, verified } = step.close!
  core.journal.append('step.end', { stepId: step.id, outcome, summary, verified })
}
