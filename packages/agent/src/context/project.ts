import type { ToolCall } from '@deskhand/llm'
import type { StoredImage, StoredPart } from '../journal/private-entries.ts'
import type { SessionState, Thread, ThreadItem } from '../state/session-state.ts'
import { argumentsForReplay } from '../turn/repair-arguments.ts'
import { clean } from './clean-text.ts'

/** A message of a request; pictures are still names of what the server keeps. */
export type Projected =
  | { role: 'system'; content: string }
  | { role: 'user'; parts: StoredPart[] }
  | { role: 'assistant'; content: string; calls: ToolCall[]; reasoning?: ReplyReasoning }
  | { role: 'tool'; callId: string; name: string; content: string }
type ReplyReasoning = Extract<ThreadItem, { kind: 'reply' }>['reply']['reasoning']

const NO_ANSWER = '(no answer)'

/** What the model is shown of a thread: the same bytes for the same log. */
export function project(state: SessionState, thread: Thread, system: string): Projected[] {
  const messages: Projected[] = [{ role: 'system', content: clean(system) }]
  const { summary, items } = thread
  items.forEach((item, index) => {
    const first = index === 0
    if (summary && !first && index < summary.keepFrom) return
    if (summary && index === summary.keepFrom) say(messages, [{ type: 'text', text: summary.text }])
    if (item.kind === 'told') say(messages, item.parts)
    else projectReply(state, messages, item)
  })
  return messages
}

function projectReply(
  state: SessionState,
  messages: Projected[],
  item: Extract<ThreadItem, { kind: 'reply' }>,
): void {
  const { reply, callIds } = item
  const calls = reply.calls.map((call, index): ToolCall => {
    const id = callIds[index] ?? call.id
    const compact = state.calls.get(id as never)?.compact?.arguments
    return {
      ...call,
      id,
      name: legalName(call.name),
      arguments: clean(compact ?? argumentsForReplay(call.arguments)),
    }
  })
  const content = clean(reply.text)
  messages.push({
    role: 'assistant',
    content: content.trim() === '' && calls.length === 0 ? NO_ANSWER : content,
    calls,
    ...(reply.reasoning && { reasoning: reply.reasoning }),
  })
  const pictures: StoredImage[] = []
  for (const { id, name } of calls) {
    const call = state.calls.get(id as never)
    if (!call?.result) continue
    const text = call.compact?.content ?? call.result.content
    messages.push({ role: 'tool', callId: id, name, content: clean(text) || '(empty)' })
    if (call.result.images && call.compact?.content === undefined) pictures.push(...call.result.images)
  }
  // Servers take pictures in user messages only.
  if (pictures.length > 0) say(messages, pictures)
}

function say(messages: Projected[], parts: readonly StoredPart[]): void {
  const cleaned = parts.map((part) => (part.type === 'text' ? { ...part, text: clean(part.text) } : part))
  const last = messages.at(-1)
  if (last?.role === 'user') last.parts = [...last.parts, ...cleaned]
  else messages.push({ role: 'user', parts: cleaned })
}

const legalName = (name: string) => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
