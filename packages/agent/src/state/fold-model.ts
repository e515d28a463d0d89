import type { PrivateData } from '../journal/private-entries.ts'
import type { Folds } from './fold.ts'
import {
  currentStep,
  newLook,
  type PersonMessage,
  PLANNER_THREAD,
  type SessionState,
  type Thread,
} from './session-state.ts'

export const foldModel: Folds = {
  'prompt.system': (state, { data }) => {
    state.systems.set(data.role, data.text)
  },

  'thread.message': (state, { data }) => {
    threadOf(state, data.thread).items.push({ kind: 'told', parts: data.parts })
    const step = currentStep(state)
    if (step && data.note === 'hand_back') step.handBack = undefined
    if (step && data.note === 'world_gone') step.worldGone = undefined
    if (step?.thread === data.thread) step.spoken = undefined
    if (data.thread === PLANNER_THREAD && data.note === 'look') deliver(state, data)
  },

  'model.request': (state, { data }) => {
    state.request = { requestId: data.requestId, thread: data.thread, purpose: data.purpose }
  },

  'model.reply': (state, { data }) => {
    const purpose = state.request?.purpose
    state.request = undefined
    state.boots = 0
    count(state, data)
    if (data.thought) state.due.unshift({ type: 'thought', data: data.thought })
    if (purpose === 'summarizer' || purpose === 'vision') return
    const thread = threadOf(state, data.thread)
    thread.items.push({
      kind: 'reply',
      requestId: data.requestId,
      reply: data.reply,
      callIds: data.callIds ?? [],
    })
    thread.lastInput = data.reply.usage.inputTokens
    thread.overflows = 0
    if (purpose === 'planner' && state.run) {
      state.run.undecided = { requestId: data.requestId, reply: data.reply }
    }
    if (purpose === 'reporter' && state.run) {
      const { text, finish } = data.reply
      // A report that ends in the middle of a sentence, or of a number, is asked for once more.
      const again = finish === 'length' && !state.run.reportCut
      if (finish === 'length') state.run.reportCut = true
      if (!again) state.run.report = { requestId: data.requestId, text, cut: finish === 'length' }
    }
    if (purpose === 'executor' || purpose === 'planner') openCalls(state, data)
  },

  'model.error': (state, { data }) => {
    state.request = undefined
    if (data.thought) state.due.unshift({ type: 'thought', data: { ...data.thought, cut: true } })
    if (data.class === 'overflow') threadOf(state, data.thread).overflows++
    const step = currentStep(state)
    if (data.class === 'empty' && step?.thread === data.thread) {
      step.silent++
      step.spoken = ''
    }
  },

  'context.cut': (state, { data }) => {
    const thread = threadOf(state, data.thread)
    thread.lastInput = undefined
    if (data.cut === 'summary') {
      thread.summary = { text: data.text, keepFrom: data.keepFrom }
      return
    }
    for (const { callId, content } of data.results) {
      const call = state.calls.get(callId)
      if (call) call.compact = { ...call.compact, content }
    }
    for (const { callId, arguments: text } of data.arguments) {
      const call = state.calls.get(callId)
      if (call) call.compact = { ...call.compact, arguments: text }
    }
  },
}

export function threadOf(state: SessionState, id: string): Thread {
  const known = state.threads.get(id)
  if (known) return known
  const thread: Thread = { id, items: [], overflows: 0 }
  state.threads.set(id, thread)
  return thread
}

function deliver(state: SessionState, data: PrivateData<'thread.message'>): void {
  const { run } = state
  if (!run) return
  const messages = (data.delivers ?? []).flatMap((id): PersonMessage[] => {
    const message = state.messages.get(id)
    return message ? [message] : []
  })
  const spoken = run.inbox.some(({ kind }) => kind !== 'answer')
  for (const item of run.inbox) if (item.kind === 'note') run.ledger.push(item)
  run.inbox = []
  for (const { id } of messages) {
    if (run.planned) run.ledger.push({ kind: 'message', id })
    else if (!run.requests.includes(id)) run.requests.push(id)
  }
  const look = run.look ?? newLook('message')
  const cause = run.planned && (spoken || look.cause === 'message') ? 'message' : look.cause
  run.look = { ...look, cause, told: true }
}

function count(state: SessionState, { reply }: PrivateData<'model.reply'>): void {
  const usage = state.run?.usage
  if (!usage) return
  usage.calls++
  usage.inputTokens += reply.usage.inputTokens
  usage.outputTokens += reply.usage.outputTokens
  usage.cachedTokens += reply.usage.cachedTokens
  usage.contextTokens = reply.usage.inputTokens
  if (reply.usage.costUsd !== undefined) usage.costUsd = (usage.costUsd ?? 0) + reply.usage.costUsd
}

function openCalls(state: SessionState, data: PrivateData<'model.reply'>): void {
  const step = currentStep(state)
  const { calls, finish, text } = data.reply
  if (step) {
    step.turns++
    step.silent = calls.length === 0 ? step.silent + 1 : 0
    step.spoken = calls.length === 0 ? text : undefined
  }
  calls.forEach((call, index) => {
    const id = data.callIds?.[index]
    if (!id) return
    state.calls.set(id, {
      id,
      name: call.name,
      arguments: call.arguments,
      thread: data.thread,
      requestId: data.requestId,
      cutOff: call.truncated === true || (finish === 'length' && index === calls.length - 1),
      ...(call.malformed && { unfit: call.malformed }),
      shown: false,
      ended: false,
      ...(step && { stepId: step.id }),
    })
    step?.calls.push(id)
  })
}
