import { type Reply, readObject as readJson } from '@deskhand/llm'
import type { Decision } from '../journal/private-entries.ts'
import { readArguments } from '../turn/repair-arguments.ts'

export interface PlannedStep {
  title: string
  goal: string
  doneWhen?: string
  expect?: { file?: string; pageText?: string }
  carry?: boolean
  replaces?: string
}
export interface ReadPlan {
  decision: Decision
  message?: string
  title?: string
  steps: PlannedStep[]
}
export type DecisionRead = { ok: true; plan: ReadPlan } | { ok: false; why: string }

const decisions: readonly string[] = ['plan', 'continue', 'answer', 'ask', 'stop', 'give_up']
const words: Record<string, Decision> = {
  replan: 'plan',
  update: 'plan',
  giveup: 'give_up',
  'give up': 'give_up',
  done: 'continue',
}

/** What the planner decided: from its call, or from the same JSON written as text. Never from inside its thinking. */
export function readDecision(reply: Reply): DecisionRead {
  const call = reply.calls.find(({ name }) => name === 'submit_plan')
  if (call) {
    const read = readArguments(call.arguments)
    if (call.truncated || call.malformed) {
      const fault = call.truncated ? 'cut off in the middle' : `malformed (${call.malformed})`
      return { ok: false, why: `The arguments of submit_plan are ${fault}.` }
    }
    if (!read.ok) return { ok: false, why: `The arguments of submit_plan are ${read.why} JSON.` }
    return (
      readObject(read.value) ?? {
        ok: false,
        why: 'submit_plan needs a decision, and steps when it is "plan".',
      }
    )
  }
  const [stray] = reply.calls
  if (stray) return { ok: false, why: `There is no tool ${stray.name} here; the only one is submit_plan.` }
  const plan = readJson(reply.text, (value) => {
    const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    return looksLikePlan(object) ? readObject(object) : undefined
  })
  if (plan) return plan
  return { ok: false, why: 'No call of submit_plan was found, and no JSON of its form either.' }
}

function looksLikePlan(value: Record<string, unknown>): boolean {
  return typeof value.decision === 'string' || Array.isArray(value.steps)
}

function readObject(value: Record<string, unknown>): DecisionRead | undefined {
  const steps = listOf(value.steps).flatMap((step) => readStep(step) ?? [])
  const message = textOf(value.message)
  const title = textOf(value.title)
  const said = typeof value.decision === 'string' ? value.decision.trim().toLowerCase() : ''
  const word = words[said] ?? said
  const decision = decisions.includes(word) ? (word as Decision) : undefined
  if (!decision && steps.length === 0 && !message) return undefined
  const plan: ReadPlan = { decision: decision ?? (steps.length > 0 ? 'plan' : 'answer'), steps }
  if (message) plan.message = message
  if (title) plan.title = title.slice(0, 60)
  return { ok: true, plan }
}

function readStep(value: unknown): PlannedStep | undefined {
  if (typeof value === 'string') {
    const text = value.trim()
    return text ? { title: short(text), goal: text } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const goal = textOf(given.goal) ?? textOf(given.description) ?? textOf(given.title)
  if (!goal) return undefined
  const step: PlannedStep = { title: short(textOf(given.title) ?? goal), goal }
  const doneWhen = textOf(given.done_when) ?? textOf(given.doneWhen)
  if (doneWhen) step.doneWhen = doneWhen
  const expect = readExpect(given.expect)
  if (expect) step.expect = expect
  if (given.carry === true || given.carry === 'true') step.carry = true
  const replaces = textOf(given.replaces)
  if (replaces) step.replaces = replaces
  return step
}

function readExpect(value: unknown): PlannedStep['expect'] {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const file = textOf(given.file)
  const pageText = textOf(given.page_text) ?? textOf(given.pageText)
  if (!file && !pageText) return undefined
  return { ...(file && { file }), ...(pageText && { pageText }) }
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value == null || value === '' ? [] : [value]
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}
const short = (text: string) => {
  const line = text.split('\n', 1)[0] ?? text
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
