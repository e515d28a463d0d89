import { materialise } from '../context/materialise.ts'
import { project } from '../context/project.ts'
import { reduceWhenFull } from '../context/reduce.ts'
import type { StoredPart } from '../journal/private-entries.ts'
import { executorSystem } from '../prompts/executor.ts'
import { askModel } from '../run/ask-model.ts'
import { budgetsToWarn } from '../run/budget.ts'
import type { Core } from '../run/core.ts'
import { systemOf } from '../run/system-of.ts'
import { hostOf } from '../state/host-of.ts'
import type { StepState } from '../state/session-state.ts'
import { closing } from '../step/finish-step.ts'
import { browserNow } from '../step/partial-report.ts'

/** One reply of the executor's model. What it asks for is done by the acts that follow. */
export async function executorTurn(core: Core<unknown>, step: StepState, signal: AbortSignal): Promise<void> {
  const { models, settings } = core.deps
  const { executor } = models
  warnOfBudget(core)
  const system = systemOf(core, 'executor', () => executorSystem(settings.skills, settings.instructions))
  const thread = core.state.threads.get(step.thread!)!
  const fits = await reduceWhenFull(core, {
    thread,
    system,
    model: executor,
    specs: core.specs,
    signal,
    label: step.id,
  })
  if (!fits) {
    core.journal.append('step.close', {
      stepId: step.id,
      outcome: 'failed',
      summary: 'The step grew too large for the model, also after its record was shortened.',
      verified: true,
      by: 'context',
      problems: ['too large for one step: split it'],
    })
    return
  }
  const messages = await materialise(project(core.state, thread, system), executor.info, core.deps.readBlob)
  await askModel(core, {
    purpose: 'executor',
    thread: thread.id,
    model: executor,
    messages,
    tools: core.specs,
    role: 'executor',
    stepId: step.id,
    text: { as: 'thought' },
    signal,
  })
}

export function warnOfBudget(core: Core<unknown>): void {
  const { state, journal, deps } = core
  for (const of of budgetsToWarn(state, deps.settings, deps.clock.now())) {
    journal.commit([
      { type: 'budget.warned', data: { runId: state.run!.id, of } },
      {
        type: 'notice',
        data: {
          level: 'warning',
          code: 'BUDGET',
          text: `Three quarters of this run's budget of ${of} are used.`,
        },
      },
    ])
  }
}

export function tell(
  core: Core<unknown>,
  thread: string,
  text: string,
  note?: 'nudge' | 'hand_back' | 'world_gone',
): void {
  const parts: StoredPart[] = [{ type: 'text', text }]
  core.journal.append('thread.message', { thread, parts, ...(note && { note }) })
}

/** After a person gave the controls back: where things stand now. */
export async function tellHandBack(core: Core<unknown>, step: StepState): Promise<void> {
  const { seconds = 0 } = step.handBack ?? {}
  const browser = await browserNow(core)
  // Whoever used a site with their own hands has said yes to it.
  const host = hostOf(currentUrl(browser ?? ''))
  if (host) core.journal.append('approval.host', { runId: step.runId, host })
  const where = browser ? `\nNow: ${browser}` : ''
  tell(
    core,
    step.thread!,
    `The person operated the computer for ${seconds} s. Look at the page again before you go on.${where}`,
    'hand_back',
  )
}

/** Of the tab in front, which is marked where there are several. */
function currentUrl(browser: string): string | undefined {
  const lines = browser.split('\n')
  const front = lines.find((line) => line.startsWith('* ')) ?? lines.find((line) => /https?:/.test(line))
  return /https?:\/\/[^\s"']+/.exec(front ?? '')?.[0]
}

/** The computer was stopped while the run waited for the person: what lived only in it is gone. */
export function tellWorldGone(core: Core<unknown>, step: StepState): void {
  const text =
    'The computer was stopped in the meantime and is started anew. Files are kept; programs, shells and open pages are not.'
  tell(core, step.thread!, text, 'world_gone')
}

/** A reply without a call: a nudge at first; then, after work, its text counts as the step's summary. */
export async function hearMonologue(core: Core<unknown>, step: StepState): Promise<void> {
  const text = step.spoken ?? ''
  const worked = step.calls.some((id) => core.state.calls.get(id)?.result?.work)
  if (step.silent >= 2 && worked && text.trim() !== '') {
    const end = await closing(core, step, { status: 'done', summary: text })
    if ('close' in end) {
      core.journal.commit([...end.entries, { type: 'step.close', data: end.close }])
      return
    }
    core.journal.append('step.refused', {
      stepId: step.id,
      why: end.refused,
      ...(end.exit && { exit: true }),
    })
    tell(core, step.thread!, `The step can't end yet: ${end.refused}. Call a tool, or step_done.`, 'nudge')
    return
  }
  tell(
    core,
    step.thread!,
    'Nothing happens by text alone: call a tool to go on, or step_done to end the step.',
    'nudge',
  )
}
