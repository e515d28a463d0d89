import type { MessageId } from '@deskhand/protocol'
import type { MessageRoute } from '../journal/private-entries.ts'
import type { Folds } from './fold.ts'
import type { PersonMessage, SessionState } from './session-state.ts'

export const foldMessage: Folds = {
  'message.route': (state, { data }) => {
    routes(state).set(data.id, data.to)
  },

  message: (state, { data, ts }) => {
    if (data.role !== 'user') return
    const known = routes(state).get(data.id)
    const route: MessageRoute = known ?? (state.run ? 'planner' : 'run')
    const message: PersonMessage = {
      id: data.id,
      text: data.text,
      ts,
      attachments: data.attachments ?? [],
      route,
      ...(data.replyTo && { replyTo: data.replyTo }),
    }
    state.messages.set(data.id, message)
    if (data.text) state.personSaid.push(data.text)
    takeIn(state, message)
  },

  'message.update': (state, { data }) => {
    const message = state.messages.get(data.id)
    if (message) message.state = data.state
    if (data.state !== 'withdrawn') return
    state.waiting = state.waiting.filter((id) => id !== data.id)
    if (state.run) {
      state.run.inbox = state.run.inbox.filter((item) => item.kind === 'note' || item.id !== data.id)
    }
  },

  'session.update': (state, { data }) => {
    if (data.title) state.title = data.title
  },

  'takeover.note': (state, { data }) => {
    state.run?.inbox.push({ kind: 'note', text: data.text })
  },

  'files.placed': (state, { data }) => {
    for (const id of data.messages) state.placed.add(id)
  },
}

function takeIn(state: SessionState, { id, route, text }: PersonMessage): void {
  if (route === 'run' || !state.run) {
    state.waiting.push(id)
    return
  }
  if (route === 'planner' || route === 'hold') state.run.inbox.push({ kind: 'message', id })
  if (route !== 'answer' || !state.ask) return
  if (state.ask.from === 'executor') {
    state.run.inbox.push({ kind: 'answer', question: state.ask.text, id })
    state.run.ledger.push({ kind: 'answer', question: state.ask.text, text })
  } else state.run.inbox.push({ kind: 'message', id })
}

// Where a message goes is said before the message itself, so that it is known as soon as the message is.
const routesOf = new WeakMap<SessionState, Map<MessageId, MessageRoute>>()
function routes(state: SessionState): Map<MessageId, MessageRoute> {
  const known = routesOf.get(state)
  if (known) return known
  const fresh = new Map<MessageId, MessageRoute>()
  routesOf.set(state, fresh)
  return fresh
}
