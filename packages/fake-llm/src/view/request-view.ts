import { type ChatRequest, hasImage, type RequestMessage, textOf } from '../chat-request.ts'
import { interruptIn, languageOf, requestIn, turnOf } from './person-words.ts'
import { attribute, tagged } from './tags.ts'
import { type ToolResultView, toolResults } from './tool-results.ts'

export type Role = 'planner' | 'executor' | 'reporter' | 'summarizer' | 'vision' | 'probe' | 'unknown'

/** What a scenario may ask about a request. Derived from the body alone. */
export interface RequestView {
  role: Role
  /** what the person asked for in this run */
  request: string
  language: 'zh' | 'en'
  /** planner: a new run, a step's end, or a message of the person in between */
  turn: 'new' | 'update' | 'message'
  /** planner: submit_plan replies so far in this run */
  planRev: number
  step?: StepView
  /** executor: this is the nth reply of the step, from 1 */
  nthInStep: number
  /** executor: replies of this step that went through, and one; a failed call does not count */
  progress: number
  lastTool?: ToolResultView
  /** results of this step, oldest first */
  results: ToolResultView[]
  /** newest words of the person that came during the run */
  interrupt?: string
  /** the newest user message */
  lastUser: string
  hasImage: boolean
  hasTools: boolean
  /** all text but the system prompt's */
  text: string
}
export interface StepView {
  id: string
  /** head and body of the directive */
  text: string
}

const roles: readonly string[] = ['planner', 'executor', 'reporter', 'summarizer', 'vision', 'probe']
const notDone = new Set(['failed', 'timeout', 'interrupted', 'skipped', 'unknown'])

export function deriveView(request: ChatRequest): RequestView {
  const { messages } = request
  const role = roleOf(messages)
  const users = messages.flatMap((message, at) =>
    message.role === 'user' ? [{ at, text: textOf(message) }] : [],
  )
  const lastUser = users.at(-1)?.text ?? ''
  const runStart =
    role === 'planner' ? (users.findLast(({ text }) => turnOf(text) === 'new') ?? users[0]) : users[0]
  const stepStart = users.findLast((user) => /<step[\s>]/.test(user.text))
  const from = (role === 'executor' ? stepStart?.at : runStart?.at) ?? 0
  const results = toolResults(messages).filter((result) => result.at > from)
  const replies = messages.flatMap((message, at) => (message.role === 'assistant' && at > from ? [at] : []))
  // A reply that could not be used is asked for again: what counts is the newest message that says what happened.
  const news = users.findLast(({ text }) => turnOf(text) !== undefined)
  const interrupt = interruptIn(news?.text ?? '')
  const words = requestIn(runStart?.text ?? '')
  return {
    role,
    request: words,
    language: languageOf(interrupt ?? words),
    turn: turnOf(news?.text ?? '') ?? (replies.length === 0 ? 'new' : 'update'),
    planRev: replies.filter((at) => isPlan(messages[at])).length,
    step: stepStart && stepOf(stepStart.text),
    nthInStep: replies.length + 1,
    progress: replies.filter((at, nth) => wentThrough(results, at, replies[nth + 1])).length + 1,
    lastTool: results.at(-1),
    results,
    interrupt,
    lastUser,
    hasImage: messages.some(hasImage),
    hasTools: (request.tools?.length ?? 0) > 0,
    text: messages.flatMap((message) => (message.role === 'system' ? [] : [textOf(message)])).join('\n'),
  }
}

function roleOf(messages: readonly RequestMessage[]): Role {
  const system = messages.find((message) => message.role === 'system' || message.role === 'developer')
  const word = /^role:\s*(\w+)/.exec(textOf(system))?.[1] ?? ''
  return roles.includes(word) ? (word as Role) : 'unknown'
}

function isPlan(message: RequestMessage | undefined): boolean {
  if (message?.tool_calls?.some((call) => call.function?.name === 'submit_plan')) return true
  return /"decision"\s*:/.test(textOf(message))
}

function wentThrough(results: ToolResultView[], at: number, next = Number.POSITIVE_INFINITY): boolean {
  const own = results.filter((result) => result.at > at && result.at < next)
  return own.some((result) => !notDone.has(result.status))
}

function stepOf(text: string): StepView {
  const tag = tagged(text, 'step').at(-1)
  if (tag) return { id: attribute(tag.attributes, 'id') ?? '', text: `${tag.attributes.trim()}\n${tag.body}` }
  const open = text.slice(text.lastIndexOf('<step'))
  return { id: attribute(open, 'id') ?? '', text: open }
}
