import type { Decision, StoredPart } from '../journal/private-entries.ts'
import type { InboxItem, Look, PersonMessage, SessionState } from '../state/session-state.ts'
import { fileLines, pictures, requestsOf, tag } from './directive.ts'
import { planTable, restOfPlan, stepBlock } from './ledger.ts'

const allowed: Record<Look['cause'], readonly Decision[]> = {
  new: ['plan', 'answer', 'ask', 'give_up'],
  step: ['plan', 'continue', 'ask', 'give_up'],
  message: ['plan', 'continue', 'answer', 'ask', 'stop'],
}
export const allowedDecisions = (cause: Look['cause']) => allowed[cause]

/** What the planner is told at a new run: the request and what is known beforehand. */
export function newRunText(state: SessionState, extra: readonly InboxItem[]): StoredPart[] {
  const { run, lastRun } = state
  const late = messagesOf(state, extra)
  const requests = [...requestsOf(state), ...late.filter(({ id }) => !run?.requests.includes(id))]
  const retry = run?.context?.retryOf && lastRun ? retryText(state) : ''
  const text = [
    tag('request', requests.map(({ text }) => text || '(no words, see the files)').join('\n\n')),
    fileLines(requests) && tag('files', fileLines(requests)),
    run?.context && tag('started', run.context.started),
    run?.context?.knowledge && tag('knowledge', run.context.knowledge),
    retry,
    notesText(extra),
    allowedLine('new'),
  ]
  return [{ type: 'text', text: text.filter(Boolean).join('\n\n') }, ...pictures(requests)]
}

/** What it is told later: the plan as it stands, what just ended, what the person said since. */
export function updateText(
  state: SessionState,
  cause: Look['cause'],
  stepId: string | undefined,
  inbox: readonly InboxItem[],
  browser?: string,
): StoredPart[] {
  const step = stepId === undefined ? undefined : [...state.steps.values()].find(({ id }) => id === stepId)
  const messages = messagesOf(
    state,
    inbox.filter(({ kind }) => kind === 'message'),
  )
  const answers = inbox.flatMap((item) =>
    item.kind === 'answer'
      ? [tag('answer_given_to_executor', `${item.question}\n→ ${state.messages.get(item.id)?.text ?? ''}`)]
      : [],
  )
  const name = step?.status === 'interrupted' ? 'interrupted_step' : 'finished_step'
  const text = [
    tag('plan', cause === 'step' ? restOfPlan(state) : planTable(state)),
    step && tag(name, stepBlock(step)),
    ...answers,
    browser && tag('browser', browser),
    fileLines(messages) && tag('files', fileLines(messages)),
    messages.length > 0 &&
      tag('new_user_messages', messages.map(({ text }) => text || '(no words, see the files)').join('\n\n')),
    notesText(inbox),
    allowedLine(cause),
  ]
  return [{ type: 'text', text: text.filter(Boolean).join('\n\n') }, ...pictures(messages)]
}

export const allowedLine = (cause: Look['cause']) => `Allowed decisions now: ${allowed[cause].join(', ')}.`

const messagesOf = (state: SessionState, items: readonly InboxItem[]): PersonMessage[] =>
  items.flatMap((item) => (item.kind === 'message' ? (state.messages.get(item.id) ?? []) : []))

const notesText = (items: readonly InboxItem[]): string =>
  items.flatMap((item) => (item.kind === 'note' ? [tag('new_user_message', item.text)] : [])).join('\n\n')

function retryText(state: SessionState): string {
  const blocks = (state.lastRun?.steps ?? []).map(stepBlock).join('\n')
  return tag(
    'earlier_attempt',
    `The person asks to try the rest again. Done steps stay done; plan what is missing.\n${blocks}`,
  )
}
