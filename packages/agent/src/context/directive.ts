import type { StoredPart } from '../journal/private-entries.ts'
import type { PersonMessage, SessionState, StepState } from '../state/session-state.ts'
import { ledgerWithRecords, openPlan } from './ledger.ts'

export interface DirectiveFacts {
  /** minute precision, of now */
  time: string
  browser?: string
  /** skills that the person named */
  skills?: string[]
}

/**
 * What a step begins with. What all steps of a run share comes first and stays the same to the byte; the ledger only
 * grows; the directive itself comes last.
 */
export function firstMessage(state: SessionState, step: StepState, facts: DirectiveFacts): StoredPart[] {
  const { run } = state
  const requests = requestsOf(state)
  const files = fileLines(requests)
  const ledger = ledgerWithRecords(state)
  const text = [
    tag('task', requests.map(({ text }) => text).join('\n\n')),
    files && tag('files', files),
    run?.context && tag('started', run.context.started),
    run?.context?.knowledge && tag('knowledge', run.context.knowledge),
    ledger && tag('ledger', ledger),
    directive(state, step, facts),
  ]
  return [{ type: 'text', text: text.filter(Boolean).join('\n\n') }, ...pictures(runMessages(state))]
}

/** The directive alone, for a step that goes on in the traffic of the one before. */
export function carriedMessage(state: SessionState, step: StepState, facts: DirectiveFacts): StoredPart[] {
  const last = state.run?.ledger.filter((item) => item.kind === 'step').at(-1)
  const after = last ? (state.run?.ledger.slice(state.run.ledger.indexOf(last)) ?? []) : []
  const news = ledgerWithRecords(state, after)
  return [
    {
      type: 'text',
      text: [news && tag('ledger', news), directive(state, step, facts)].filter(Boolean).join('\n\n'),
    },
  ]
}

function directive(
  state: SessionState,
  step: StepState,
  { time, browser, skills = [] }: DirectiveFacts,
): string {
  const lines = [step.goal]
  if (step.doneWhen) lines.push(`Done when: ${step.doneWhen}`)
  if (step.expect?.file) lines.push(`Checked by code: the file ${step.expect.file} exists`)
  if (step.expect?.pageText) lines.push(`Checked by code: the open page shows "${step.expect.pageText}"`)
  for (const skill of skills) lines.push(`The person asked for this skill: read ${skill} first`)
  const partial = step.continues && state.steps.get(step.continues)?.summary
  return [
    tag('plan', openPlan(state)),
    browser && tag('browser', browser),
    partial && tag('partial', `This step was begun and interrupted. Do not repeat what is done:\n${partial}`),
    `<step id="${step.id}" title=${JSON.stringify(step.title)} time="${time}">\n${lines.join('\n')}\n</step>`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

export function requestsOf(state: SessionState): PersonMessage[] {
  return (state.run?.requests ?? []).flatMap((id) => state.messages.get(id) ?? [])
}

/** Every message of the person that the planner was given in this run. */
export function runMessages(state: SessionState): PersonMessage[] {
  const later = state.run?.ledger.flatMap((item) =>
    item.kind === 'message' ? (state.messages.get(item.id) ?? []) : [],
  )
  return [...requestsOf(state), ...(later ?? [])]
}

export const fileLines = (messages: readonly PersonMessage[]): string =>
  messages
    .flatMap(({ attachments }) =>
      attachments.map(({ path, size, mime }) => `${path} (${mime}, ${size} bytes)`),
    )
    .join('\n')

export const pictures = (messages: readonly PersonMessage[]): StoredPart[] =>
  messages.flatMap(({ attachments }) =>
    attachments
      .filter(({ mime }) => /^image\/(png|jpe?g|webp|gif)$/.test(mime))
      .map(({ blob, mime, path }): StoredPart => ({ type: 'image', blob, mime, path })),
  )

export const tag = (name: string, body: string) => `<${name}>\n${body}\n</${name}>`
