import { type LedgerItem, runSteps, type SessionState, type StepState } from '../state/session-state.ts'
import { gistOf, markAs, markOf } from './result-text.ts'

const SUMMARY_LENGTH = 700
const MOST_RECORDS = 8
const GIST_LENGTH = 50

/** What was done and said in this run, oldest first. Only ever added to, so that what stands before stays the same. */
export function ledgerText(
  state: SessionState,
  items: readonly LedgerItem[] = state.run?.ledger ?? [],
  records = false,
): string {
  return items
    .map((item) => block(state, item, records))
    .filter(Boolean)
    .join('\n')
}

/** As ledgerText, with the files of long results: who works on must not look up again what an earlier step has seen. */
export const ledgerWithRecords = (state: SessionState, items?: readonly LedgerItem[]): string =>
  ledgerText(state, items, true)

function block(state: SessionState, item: LedgerItem, records: boolean): string {
  if (item.kind === 'message') {
    const message = state.messages.get(item.id)
    return message ? `<said_by_person>\n${message.text}\n</said_by_person>` : ''
  }
  if (item.kind === 'note') return `<said_by_person>\n${item.text}\n</said_by_person>`
  if (item.kind === 'answer') {
    return `<answer_of_person question=${JSON.stringify(item.question)}>\n${item.text}\n</answer_of_person>`
  }
  const step = state.steps.get(item.id)
  if (!step) return ''
  return [stepBlock(step), ...(records ? recordsOf(state, step) : [])].join('\n')
}

/** The newest results of a step that were too long to show: their files and how they begin, which others wrote. */
function recordsOf(state: SessionState, step: StepState): string[] {
  const kept = step.calls
    .flatMap((id) => state.calls.get(id)?.result ?? [])
    .filter(({ path, outcome }) => path && outcome === 'ok')
    .slice(-MOST_RECORDS)
  const [first] = kept
  if (!first) return []
  const lines = kept.map(({ path, content }) => `${path}: ${gistOf(content).slice(0, GIST_LENGTH)}`)
  return [`long results of ${step.id} and how each begins:`, markAs(markOf(first.content), lines.join('\n'))]
}

/** A finished step as later steps, the planner and the reporter read it. */
export function stepBlock(step: StepState): string {
  const { close } = step
  const lines = [`[${step.id}] ${step.title}: ${statusWords(step)}`]
  if (step.summary) lines.push(step.summary.slice(0, SUMMARY_LENGTH))
  for (const fact of close?.facts ?? []) lines.push(`fact: ${fact}`)
  for (const { path, size } of close?.artifacts ?? []) lines.push(`file: ${path} (${size} bytes)`)
  for (const path of close?.missing ?? []) lines.push(`missing: ${path} was named but does not exist`)
  for (const problem of close?.problems ?? []) lines.push(`problem: ${problem}`)
  return lines.join('\n')
}

export function statusWords(step: StepState): string {
  if (step.status !== 'done') return step.status
  return step.verified === false ? 'done (unverified)' : 'done'
}

/** The plan with the state of each step. */
export function planTable(state: SessionState): string {
  return runSteps(state).map(planLine).join('\n')
}

const NEXT_SHOWN = 3

/** As planTable, for where the ledger stands above: what comes next, and how much after that. */
export const openPlan = (state: SessionState): string => nextSteps(state).join('\n')

/** As planTable, for the planner after a step: it wrote the plan, and has read how each earlier step ended. */
export function restOfPlan(state: SessionState): string {
  const ended = new Map<string, string[]>()
  for (const step of runSteps(state).filter((step) => !isOpen(step))) {
    ended.set(statusWords(step), [...(ended.get(statusWords(step)) ?? []), step.id])
  }
  const lines = [...ended].map(([status, ids]) => `${status}: ${ids.join(' ')}`)
  return [...lines, ...nextSteps(state)].join('\n')
}

function nextSteps(state: SessionState): string[] {
  const open = runSteps(state).filter(isOpen)
  const later = open.length > NEXT_SHOWN ? [`(${open.length - NEXT_SHOWN} more after these)`] : []
  return [...open.slice(0, NEXT_SHOWN).map(planLine), ...later]
}

const isOpen = ({ status }: StepState) => status === 'pending' || status === 'running'

function planLine(step: StepState): string {
  const when = isOpen(step) && step.doneWhen ? ` (done when: ${step.doneWhen})` : ''
  return `[${step.id}] ${statusWords(step)}: ${step.title}${when}`
}
