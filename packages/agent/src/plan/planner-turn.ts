import { type ChatModel, ModelError } from '@deskhand/llm'
import { materialise } from '../context/materialise.ts'
import { newRunText, updateText } from '../context/planner-turn-text.ts'
import { project } from '../context/project.ts'
import { reduceWhenFull } from '../context/reduce.ts'
import type { NewEntry } from '../journal/private-entries.ts'
import { plannerSystem } from '../prompts/planner.ts'
import { askModel } from '../run/ask-model.ts'
import type { Core } from '../run/core.ts'
import { wantsPlanner } from '../run/next-act.ts'
import { systemOf } from '../run/system-of.ts'
import { PLANNER_THREAD } from '../state/session-state.ts'
import { browserNow } from '../step/partial-report.ts'
import { resultEntry } from '../turn/call-entries.ts'
import { warnOfBudget } from '../turn/executor-turn.ts'
import { submitPlan } from './submit-plan.ts'

/** Asks the planner, telling it first what is new. Its reply is acted upon by `decide`. */
export async function plannerTurn(core: Core<unknown>, signal: AbortSignal): Promise<void> {
  const { deps, state } = core
  warnOfBudget(core)
  const system = systemOf(core, 'planner', () => plannerSystem(deps.settings.instructions))
  await tellNews(core)
  const { planner, executor } = deps.models
  try {
    await ask(core, planner, system, signal)
  } catch (error) {
    // A planner's own model that can't be used need not end the work: the executor's can plan too.
    if (planner === executor || !(error instanceof ModelError) || !replaceable.has(error.class)) throw error
    const text = `The planner's model (${planner.info.name}) failed: ${error.message} The executor's model plans instead.`
    core.journal.append('notice', { level: 'warning', code: 'PLANNER_FALLBACK', text })
    await ask(core, executor, state.systems.get('planner') ?? system, signal)
  }
}

const replaceable = new Set([
  'auth',
  'quota',
  'not_found',
  'unsupported',
  'invalid_request',
  'server',
  'network',
])

async function ask(
  core: Core<unknown>,
  model: ChatModel,
  system: string,
  signal: AbortSignal,
): Promise<void> {
  const thread = core.state.threads.get(PLANNER_THREAD)!
  const specs = [submitPlan]
  const fits = await reduceWhenFull(core, { thread, system, model, specs, signal, label: 'planner' })
  if (!fits) {
    throw new ModelError(
      'small_window',
      `The conversation no longer fits into the window of ${model.info.name}.`,
      {
        hint: 'Start a new session, or use a model with a larger window.',
      },
    )
  }
  const messages = await materialise(project(core.state, thread, system), model.info, core.deps.readBlob)
  await askModel(core, {
    purpose: 'planner',
    thread: PLANNER_THREAD,
    model,
    messages,
    tools: specs,
    role: 'planner',
    signal,
  })
}

/** A plan that nobody acted upon, because the run was stopped just then, still needs its answer. */
function settleUnused(core: Core<unknown>): NewEntry[] {
  return [...core.state.calls.values()]
    .filter(({ thread, result }) => thread === PLANNER_THREAD && !result)
    .map((call) => resultEntry(core, call, { outcome: 'skipped', content: 'The run ended before this.' }))
}

/** Whatever it has not been told yet: the new run, the step that ended, what the person said, in one message. */
async function tellNews(core: Core<unknown>): Promise<void> {
  const { run } = core.state
  if (!run || (run.look?.told && !wantsPlanner(run))) return
  const isNew = !run.planned
  const browser = isNew || run.look?.told ? undefined : await browserNow(core)
  const inbox = [...run.inbox]
  const messages = inbox.flatMap((item) => (item.kind === 'message' ? [item.id] : []))
  const cause = isNew ? 'new' : wantsPlanner(run) || run.look?.cause === 'message' ? 'message' : 'step'
  const told = run.look?.told === true
  const parts =
    isNew && !told
      ? newRunText(core.state, inbox)
      : updateText(core.state, cause, told ? undefined : run.look?.stepId, inbox, browser)
  const entries: NewEntry[] = [
    ...settleUnused(core),
    { type: 'thread.message', data: { thread: PLANNER_THREAD, parts, delivers: messages, note: 'look' } },
  ]
  for (const id of messages) {
    if (core.state.messages.get(id)?.state === 'queued') {
      entries.push({ type: 'message.update', data: { id, state: 'delivered' } })
    }
  }
  core.journal.commit(entries)
}
