import type { StepId } from '@deskhand/protocol'
import { requestsOf } from '../context/directive.ts'
import { allowedDecisions, allowedLine } from '../context/planner-turn-text.ts'
import type { Decision, NewEntry, StepSpec } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import { currentTitle } from '../run/title.ts'
import { words } from '../run/words.ts'
import { type Look, newLook, pendingSteps, type RunState, runSteps } from '../state/session-state.ts'
import { resultEntry } from '../turn/call-entries.ts'
import { mergePlan } from './merge-plan.ts'
import { asksForNow } from './now-facts.ts'
import { planUpdate } from './plan-update.ts'
import { type ReadPlan, readDecision } from './read-decision.ts'

/** Reads the planner's reply and writes all that follows from it, or sends it back with the reason. */
export function decide(core: Core<unknown>): void {
  const { run } = core.state
  const reply = run?.undecided?.reply
  if (!run || !reply) return
  const look = run.look ?? newLook('message')
  const read = readDecision(reply)
  const verdict = read.ok ? judge(core, look, settleWord(read.plan, look)) : unreadable(look, read.why)
  if ('sendBack' in verdict) sendBack(core, run, verdict.sendBack, verdict.text)
  else if (verdict.unchecked) answerUnchecked(core, run, verdict.plan)
  else carryOut(core, run, look, verdict.plan)
}

type DecisionVerdict =
  | { sendBack: 'unreadable' | 'not_allowed' | 'not_looked_up'; text: string }
  | { plan: ReadPlan; unchecked?: true }

/** Everything is sent back once at most; then it is read as what comes nearest. */
function unreadable(look: Look, why: string): DecisionVerdict {
  if (look.unreadable > 0) return { plan: fallback(look) }
  const text = `${why} Call submit_plan once, or reply with its JSON alone. ${allowedLine(look.cause)}`
  return { sendBack: 'unreadable', text }
}

function judge(core: Core<unknown>, look: Look, plan: ReadPlan): DecisionVerdict {
  if (!allowedDecisions(look.cause).includes(plan.decision)) {
    if (look.notAllowed) return { plan: { ...plan, decision: 'continue', steps: [] } }
    const text = `"${plan.decision}" does not fit here. ${allowedLine(look.cause)}`
    return { sendBack: 'not_allowed', text }
  }
  const answers = look.cause === 'new' && plan.decision === 'answer'
  if (!answers || !asksForNow(requestText(core))) return { plan }
  if (look.notLookedUp) return { plan, unchecked: true }
  const text = 'This asks for something that only the world knows now. Look it up: submit a plan.'
  return { sendBack: 'not_looked_up', text }
}

const requestText = (core: Core<unknown>) =>
  requestsOf(core.state)
    .map(({ text }) => text)
    .join('\n')

// An empty plan at the beginning is an answer when something is said, and no plan at all when nothing is.
function settleWord(plan: ReadPlan, look: Look): ReadPlan {
  if (plan.decision !== 'plan' || plan.steps.length > 0 || look.cause !== 'new') return plan
  return plan.message ? { ...plan, decision: 'answer' } : { ...plan, decision: 'continue' }
}
const fallback = (look: Look): ReadPlan => ({
  decision: look.cause === 'new' ? 'plan' : 'continue',
  steps: [],
})

function sendBack(
  core: Core<unknown>,
  run: RunState,
  why: 'unreadable' | 'not_allowed' | 'not_looked_up',
  text: string,
): void {
  const requestId = run.undecided!.requestId
  const results = answerCalls(core, run, 'failed', text)
  const entries: NewEntry[] = [...results, { type: 'plan.rejected', data: { requestId, why } }]
  if (results.length === 0) {
    entries.push({
      type: 'thread.message',
      data: { thread: 'planner', parts: [{ type: 'text', text }], note: 'asked_again' },
    })
  }
  core.journal.commit(entries)
}

/** The result of each call of the reply: the plan's own, and a word for any other. */
function answerCalls(core: Core<unknown>, run: RunState, outcome: 'ok' | 'failed', text: string): NewEntry[] {
  const ids = [...core.state.calls.values()].filter(({ requestId }) => requestId === run.undecided?.requestId)
  const own = ids.find(({ name }) => name === 'submit_plan') ?? ids[0]
  return ids.map((call) =>
    call === own
      ? resultEntry(core, call, { outcome, content: text })
      : resultEntry(core, call, { outcome: 'skipped', content: 'Only one submit_plan counts in a reply.' }),
  )
}

interface Effects {
  entries: NewEntry[]
  told: string
}

function carryOut(core: Core<unknown>, run: RunState, look: Look, plan: ReadPlan): void {
  finish(core, run, plan.decision, effectsOf(core, run, look, plan), plan)
}

function effectsOf(core: Core<unknown>, run: RunState, look: Look, plan: ReadPlan): Effects {
  switch (plan.decision) {
    case 'plan':
      return newPlan(core, run, look, plan)
    case 'answer':
      return look.cause === 'new' ? endNow(core, run, 'ok', plan.message) : goOn(core, run, look, plan)
    case 'continue':
      return goOn(core, run, look, plan)
    case 'ask':
      return ask(core, run, look, plan)
    case 'stop':
      return { entries: [...saying(core, plan), stopping], told: 'The run is stopped.' }
    case 'give_up':
      return giveUp(core, run, plan)
  }
}

function finish(
  core: Core<unknown>,
  run: RunState,
  decision: Decision,
  effects: Effects,
  plan: ReadPlan,
): void {
  const churn = decision === 'plan' && run.planned && unchanged(core, effects)
  const title = currentTitle(core, plan.title)
  core.journal.commit([
    ...answerCalls(core, run, 'ok', effects.told),
    {
      type: 'plan.decision',
      data: { requestId: run.undecided!.requestId, decision, ...(churn && { churn }) },
    },
    ...title,
    ...effects.entries,
  ])
}
const unchanged = (_core: Core<unknown>, { entries }: Effects) =>
  !entries.some(({ type }) => type === 'plan.update')

const stopping: NewEntry = { type: 'status', data: { status: 'stopping' } }

function saying(core: Core<unknown>, { message }: ReadPlan): NewEntry[] {
  if (!message) return []
  return [{ type: 'message', data: { id: core.ids.message(), role: 'assistant', text: message } }]
}

function newPlan(core: Core<unknown>, run: RunState, look: Look, plan: ReadPlan): Effects {
  const planned = plan.steps.length > 0 || run.planned ? plan.steps : [wholeRequest(core)]
  const merged = mergePlan(runSteps(core.state), planned, () => core.ids.step())
  const changed = merged.changed || !run.planned || look.cause === 'message'
  const cause = !run.planned
    ? 'new'
    : look.cause === 'message'
      ? merged.changed || interruptedStep(core, look)
        ? 'interrupt'
        : 'answer'
      : 'step'
  const entries: NewEntry[] = [...saying(core, plan)]
  if (plan.steps.length === 0 && !run.planned) {
    entries.push({
      type: 'notice',
      data: {
        level: 'info',
        code: 'PLAN_FALLBACK',
        text: 'No plan could be read; the request is done as one step.',
      },
    })
  }
  if (changed) entries.push(...planUpdate(core, merged.steps, cause, plan.message ?? whyOf(core, look)))
  const list = merged.steps.map(({ id, title }) => `[${id}] ${title}`).join('\n')
  return {
    entries,
    told: [...merged.lines, list ? `Recorded; remaining:\n${list}` : 'Recorded; nothing remains.'].join('\n'),
  }
}

const wholeRequest = (core: Core<unknown>) => {
  const goal = requestText(core) || 'See the files.'
  return { title: goal.split('\n', 1)[0]!.slice(0, 80), goal }
}

function whyOf(core: Core<unknown>, look: Look): string | undefined {
  if (look.cause !== 'message') return undefined
  const last = core.state.run?.ledger.findLast((item) => item.kind === 'message')
  return last?.kind === 'message' ? core.state.messages.get(last.id)?.text.slice(0, 300) : undefined
}

/** The step that a message cut off, when nothing has come of it yet. */
function interruptedStep(core: Core<unknown>, look: Look) {
  const step = look.stepId && core.state.steps.get(look.stepId)
  return step && step.status === 'interrupted' && step.close?.by !== 'model' ? step : undefined
}

/** The rest as it is. A step that was cut off goes on under a new id, with what it had done. */
function goOn(core: Core<unknown>, run: RunState, look: Look, plan: ReadPlan): Effects {
  if (!run.planned) return newPlan(core, run, look, { ...plan, decision: 'plan', steps: [] })
  const cut = interruptedStep(core, look)
  const rest = pendingSteps(core.state)
  const steps: StepSpec[] = cut ? [continuation(core, cut), ...rest] : rest
  const entries: NewEntry[] = [...saying(core, plan)]
  if (cut || look.cause === 'message')
    entries.push(...planUpdate(core, steps, look.cause === 'message' ? 'answer' : 'step', plan.message))
  const told = cut ? `Recorded; ${cut.id} goes on as ${steps[0]?.id}.` : 'Recorded; the rest stays.'
  return { entries, told }
}

function continuation(core: Core<unknown>, cut: StepSpec): StepSpec {
  const id: StepId = core.ids.step()
  const { title, goal, doneWhen, expect, replaces } = cut
  return {
    id,
    title,
    goal,
    ...(doneWhen && { doneWhen }),
    ...(expect && { expect }),
    ...(replaces && { replaces }),
    continues: cut.id,
  }
}

function ask(core: Core<unknown>, run: RunState, look: Look, plan: ReadPlan): Effects {
  const askId = core.ids.ask()
  const cut = interruptedStep(core, look)
  // A message ends in an update of the plan also when it leads to a question.
  const update: NewEntry[] =
    run.planned && look.cause === 'message'
      ? planUpdate(
          core,
          cut ? [continuation(core, cut), ...pendingSteps(core.state)] : pendingSteps(core.state),
          'answer',
          undefined,
        )
      : []
  return {
    entries: [
      ...update,
      { type: 'ask.bind', data: { askId, from: 'planner' } },
      { type: 'ask.start', data: { askId, kind: 'question', text: plan.message ?? words(core).whatNext } },
      { type: 'status', data: { status: 'waiting' } },
    ],
    told: 'The person is asked.',
  }
}

function giveUp(core: Core<unknown>, run: RunState, plan: ReadPlan): Effects {
  if (!run.planned) return endNow(core, run, 'failed', plan.message ?? words(core).gaveUp)
  const rest = pendingSteps(core.state)
  const entries: NewEntry[] = [...saying(core, plan)]
  if (rest.length > 0) entries.push(...planUpdate(core, rest, 'step', plan.message, 'skipped'))
  return { entries, told: 'The rest is skipped; the report follows.' }
}

/** A run without a plan ends here, with what the planner says. */
function endNow(
  core: Core<unknown>,
  run: RunState,
  outcome: 'ok' | 'partial' | 'failed',
  message: string | undefined,
): Effects {
  const text = message ?? words(core).noWords
  return {
    entries: [
      {
        type: 'run.end_with',
        data: { runId: run.id, outcome, ...(outcome === 'failed' && { reason: text }) },
      },
      { type: 'message', data: { id: core.ids.message(), role: 'assistant', text, final: true } },
    ],
    told: 'Said.',
  }
}

function answerUnchecked(core: Core<unknown>, run: RunState, plan: ReadPlan): void {
  const end = endNow(core, run, 'partial', plan.message)
  const notice: NewEntry = {
    type: 'notice',
    data: { level: 'warning', code: 'NOT_LOOKED_UP', text: words(core).notLookedUp },
  }
  finish(core, run, 'answer', { ...end, entries: [notice, ...end.entries] }, plan)
}
