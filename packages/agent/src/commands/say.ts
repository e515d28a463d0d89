import type { MessageId } from '@deskhand/protocol'
import type { MessageRoute, NewEntry } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { Halted } from '../run/halted.ts'
import { stuckOption } from '../run/words.ts'
import { AgentRefusal, type IncomingMessage } from '../session-agent.ts'
import type { OpenAsk, SessionState } from '../state/session-state.ts'
import { askAnswered, askEnded } from './end-ask.ts'

export interface Said {
  messageId: MessageId
  seq: number
  /** work under way is to make room for this message */
  halt?: Halted['why']
}

/** Stores what the person says and what follows from it at once: the answer to a question, a place in the queue. */
export function say(core: Core<unknown>, message: IncomingMessage): Said {
  const { state, journal } = core
  const { ask } = state
  if (message.replyTo && ask?.id !== message.replyTo) throw closed()
  if (message.approve && ask?.kind !== 'approval') throw closed()
  const to = routeOf(state, message)
  const entries: NewEntry[] = [
    { type: 'message.route', data: { id: message.id, to } },
    {
      type: 'message',
      data: {
        id: message.id,
        role: 'user',
        text: message.text,
        ...(message.mode && { mode: message.mode }),
        ...(message.replyTo && { replyTo: message.replyTo }),
        ...(message.attachments?.length && { attachments: message.attachments }),
      },
    },
  ]
  if (state.run && (to === 'hold' || to === 'run')) {
    entries.push({ type: 'message.update', data: { id: message.id, state: 'queued' } })
  }
  if (!state.run && state.takeover)
    entries.push({ type: 'message.update', data: { id: message.id, state: 'queued' } })
  if (ask && to !== 'run') entries.push(...endsAsk(core, ask, to, message))
  if (state.status.status === 'paused' && state.status.reason === 'user' && to !== 'run') {
    entries.push({ type: 'status', data: { status: 'planning' } })
  }
  journal.commit(entries)
  return {
    messageId: message.id,
    seq: seqOf(core, message.id),
    ...(to === 'planner' && { halt: 'message' as const }),
  }
}

const closed = () => new AgentRefusal('ASK_CLOSED', 'That question is closed.')

function routeOf(state: SessionState, { mode, approve, text }: IncomingMessage): MessageRoute {
  const { run, ask, status, takeover } = state
  if (!run || mode === 'queue') return 'run'
  if (run.stopping || run.finishing || run.report || run.endWith || status.status === 'reporting')
    return 'run'
  if (ask?.kind === 'approval') return approve ? 'none' : 'planner'
  if (ask && mode === undefined) return ask.kind === 'stuck' && codeDoes(text) ? 'none' : 'answer'
  if (takeover) return 'hold'
  if (status.status === 'paused' && status.reason !== 'user') return 'hold'
  return 'planner'
}

function endsAsk(core: Core<unknown>, ask: OpenAsk, to: MessageRoute, message: IncomingMessage): NewEntry[] {
  const { approve, text, attachments = [] } = message
  if (ask.kind === 'approval') {
    if (approve) return [askEnded(ask, 'user', { approve, ...(text && { answer: text }) })]
    return [askEnded(ask, 'message', { approve: 'no' })]
  }
  if (to !== 'answer' && to !== 'none') {
    return askAnswered(core, ask, 'message', 'The person changed the request instead of answering.')
  }
  const chosen = ask.kind === 'stuck' ? stuckChoice(core, text) : []
  return [...askAnswered(core, ask, 'user', text, attachments), ...chosen]
}

// Two of the options need no planner: code can do what they say, and no later run is to take them for a request.
function codeDoes(text: string): 'report' | 'stop' | undefined {
  if (stuckOption(1).includes(text.trim())) return 'report'
  return stuckOption(2).includes(text.trim()) ? 'stop' : undefined
}

function stuckChoice(core: Core<unknown>, text: string): NewEntry[] {
  const does = codeDoes(text)
  if (does === 'report') return [{ type: 'run.finish', data: { runId: core.state.run!.id } }]
  return does === 'stop' ? [{ type: 'status', data: { status: 'stopping' } }] : []
}

function seqOf(core: Core<unknown>, id: MessageId): number {
  const entry = core.deps.log
    .entries()
    .findLast(({ type, data }) => type === 'message' && (data as { id: string }).id === id)
  return entry?.seq ?? 0
}
