import type { Folds } from './fold.ts'

export const foldCall: Folds = {
  'tool.start': (state, { data, ts }) => {
    const call = state.calls.get(data.callId)
    if (state.run) state.run.usage.toolCalls++
    if (!call) return
    call.started = ts
    call.shown = true
  },

  'tool.result': (state, { data }) => {
    const call = state.calls.get(data.callId)
    if (!call) return
    call.result = data
    state.boots = 0
    if (call.shown && data.view) {
      const { callId, outcome, ms, view } = data
      state.due.unshift({ type: 'tool.end', data: { callId, outcome, ms, view } })
    }
    if (data.knowledge) state.run?.knowledgeTold.add(data.knowledge)
    if (data.skill) state.run?.skillsUsed.add(data.skill)
    const step = call.stepId && state.steps.get(call.stepId)
    if (!step) return
    if (data.badArguments) step.badArguments++
    else if (data.work) step.badArguments = 0
  },

  'tool.end': (state, { data }) => {
    const call = state.calls.get(data.callId)
    if (call) call.ended = true
  },
}
