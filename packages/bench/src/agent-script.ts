import type { ReplyRequest } from '@deskhand/llm'
import type { ScriptedReply } from '@deskhand/llm/testing'

/** The fixed script of the agent benchmark: steps of ten calls, with results drawn from one seed. */
export interface AgentScript {
  steps: number
  calls: ScriptedCallSpec[]
}
export interface ScriptedCallSpec {
  tool: 'shell_exec' | 'file_read' | 'browser_view'
  kind: 'result' | 'list' | 'page'
  /** text beside the call */
  text: string
  /** filler among the arguments */
  note: string
  result: string
}

export const CALLS_PER_STEP = 10

export function agentScript(steps: number, seed = 7): AgentScript {
  const next = dice(seed)
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low))
  const calls = Array.from({ length: steps * CALLS_PER_STEP }, (): ScriptedCallSpec => {
    const share = next()
    const base = { text: prose(next, 180), note: prose(next, 60).replace(/\n/g, ' ') }
    if (share < 0.35)
      return { ...base, tool: 'shell_exec', kind: 'result', result: prose(next, between(300, 1_500)) }
    if (share < 0.55)
      return { ...base, tool: 'file_read', kind: 'result', result: prose(next, between(3_000, 9_000)) }
    if (share < 0.8)
      return { ...base, tool: 'browser_view', kind: 'list', result: prose(next, between(4_000, 8_000)) }
    return { ...base, tool: 'browser_view', kind: 'page', result: prose(next, between(15_000, 60_000)) }
  })
  return { steps, calls }
}

const words =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too mister how little good'.split(
    ' ',
  )

function prose(next: () => number, length: number): string {
  let text = ''
  let line = 0
  while (text.length < length) {
    const word = words[Math.floor(next() * words.length)] ?? 'the'
    text += line + word.length > 78 ? `\n${word}` : `${text === '' ? '' : ' '}${word}`
    line = line + word.length > 78 ? word.length : line + word.length + 1
  }
  return text.slice(0, length)
}

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** The model that plays the script: looks only at how far the request has come. */
export function playScript(script: AgentScript): (request: ReplyRequest) => ScriptedReply {
  let at = 0
  let ended = 0
  let readBack: { path: string } | undefined
  let cut = 0
  return (request) => {
    if (request.purpose === 'planner')
      return { calls: [{ name: 'submit_plan', arguments: decide(script, ended++) }] }
    if (request.purpose === 'reporter')
      return {
        text: script.calls
          .slice(0, 4)
          .map(({ text }) => text)
          .join('\n'),
      }
    // A quarter of the results that were cut is read back once.
    const last = request.messages.at(-1)
    const path = last?.role === 'tool' ? /\[full output: (\S+),/.exec(last.content)?.[1] : undefined
    if (path && readBack === undefined && ++cut % 4 === 0) {
      readBack = { path }
      return { text: '', calls: [{ name: 'file_read', arguments: { path: `back:${path}` } }] }
    }
    readBack = undefined
    const inStep = repliesInStep(request)
    if (inStep >= CALLS_PER_STEP) {
      return {
        calls: [
          {
            name: 'step_done',
            arguments: { status: 'done', summary: script.calls[at - 1]?.text ?? 'Done.' },
          },
        ],
      }
    }
    const call = script.calls[at]
    at++
    if (!call) throw new Error('The script is over')
    return { text: call.text, calls: [{ name: call.tool, arguments: argumentsOf(call, at - 1) }] }
  }
}

const MOST_PLANNED = 12

/** At most twelve steps may remain: what is beyond them is planned as soon as there is room for all of it. */
function decide({ steps }: AgentScript, ended: number): Record<string, unknown> {
  const planned = Math.min(steps, MOST_PLANNED)
  const late = ended > 0 && ended === steps - planned
  if (ended > 0 && !late) return { decision: 'continue' }
  const rest = Array.from({ length: planned }, (_, n) => ({
    title: `Part ${ended + n + 1}`,
    goal: `Do part ${ended + n + 1} of the work`,
  }))
  return { decision: 'plan', ...(ended === 0 && { message: 'To work.' }), steps: rest }
}

export function argumentsOf(call: ScriptedCallSpec, at: number): Record<string, string> {
  const note = `${at} ${call.note}`
  return call.tool === 'shell_exec'
    ? { command: note }
    : call.tool === 'file_read'
      ? { path: note }
      : { query: note }
}

function repliesInStep({ messages }: ReplyRequest): number {
  return messages.filter(
    (message) =>
      message.role === 'assistant' && !message.calls.some(({ arguments: text }) => text.includes('"back:')),
  ).length
}
