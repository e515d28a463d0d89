import { coveredBy } from './covered-by.ts'
import type { Folds } from './fold.ts'

export const foldAsk: Folds = {
  'ask.bind': (state, { data }) => {
    const { askId, ...bind } = data
    state.binds.set(askId, bind)
    if (data.callId) {
      const call = state.calls.get(data.callId)
      if (call) call.asked = askId
    }
  },

  'ask.start': (state, { data }) => {
    const bind = state.binds.get(data.askId) ?? { from: 'harness' as const }
    state.ask = { id: data.askId, kind: data.kind, text: data.text, ...bind }
    if (data.options) state.ask.options = data.options
    if (data.call) state.ask.call = data.call
    const call = data.kind === 'approval' && bind.callId && state.calls.get(bind.callId)
    if (call) call.approval = { askId: data.askId, ...(data.call && { call: data.call }) }
    if (data.kind === 'stuck' && state.run) {
      state.run.failedInRow = 0
      state.run.replans = 0
      state.run.churn = 0
    }
  },

  'ask.end': (state, { data }) => {
    const ask = state.ask
    if (ask?.id === data.askId) state.ask = undefined
    const call = ask?.callId && state.calls.get(ask.callId)
    if (ask?.kind !== 'approval' || !call || !call.approval) return
    call.approval.approve = data.approve ?? 'no'
    if (data.answer) call.approval.words = data.answer
    if (data.approve === 'run' && ask.call) state.run?.approved.add(coveredBy(ask.call.name, ask.call.url))
  },
}
