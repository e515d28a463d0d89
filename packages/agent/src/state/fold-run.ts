import type { Folds } from './fold.ts'
import { newLook, type RunState, runSteps, type SessionState } from './session-state.ts'

const atWork = new Set(['planning', 'running', 'updating', 'reporting'])

export const foldRun: Folds = {
  'run.start': (state, { data, ts }) => {
    state.run = emptyRun(data.runId, ts, state.waiting.splice(0))
    state.boots = 0
  },

  'run.context': (state, { data }) => {
    if (!state.run) return
    state.run.context = {
      started: data.started,
      knowledge: data.knowledge,
      ...(data.retryOf && { retryOf: data.retryOf }),
    }
    if (data.retryOf && state.lastRun && state.run.requests.length === 0) {
      state.run.requests = [...state.lastRun.requests]
    }
  },

  status: (state, { data, ts }) => {
    state.status = data
    const { run } = state
    if (!run) return
    if (data.status === 'stopping') run.stopping = true
    const works = atWork.has(data.status)
    if (run.activeSince !== undefined && !works) {
      run.activeMs += ts - run.activeSince
      run.activeSince = undefined
    } else if (run.activeSince === undefined && works) run.activeSince = ts
  },

  'run.finish': (state) => {
    if (state.run) state.run.finishing = true
  },
  'run.end_with': (state, { data }) => {
    if (state.run) state.run.endWith = { outcome: data.outcome, ...(data.reason && { reason: data.reason }) }
  },
  'budget.extend': (state) => {
    if (state.run) state.run.extensions++
  },
  'budget.warned': (state, { data }) => {
    state.run?.warned.add(data.of)
  },
  'approval.host': (state, { data }) => {
    state.run?.approved.add(data.host)
  },

  'run.end': (state, { data }) => {
    if (!state.run) return
    const { id, requests, goal } = state.run
    state.lastRun = { id, outcome: data.outcome, reason: data.reason, steps: runSteps(state), requests, goal }
    // What steered a run that ended before the planner had it is not lost: it starts the next one.
    const late = state.run.inbox.flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    state.waiting = [...late, ...state.waiting]
    state.run = undefined
    state.ask = undefined
    state.request = undefined
  },

  artifact: (state, { data }) => {
    state.artifacts.set(data.path, data)
  },

  boot: (state) => {
    state.boots++
  },

  // Told by the sandbox's own events: what lived in it is gone also for a run that only waited meanwhile.
  'sandbox.end': (state) => worldGone(state),
  'sandbox.update': (state, { data }) => {
    if (data.state === 'stopped') worldGone(state)
  },

  'takeover.start': (state, { data, ts }) => {
    state.takeover = { user: data.user, since: ts, before: state.status, notes: [] }
  },
  'takeover.end': (state, { data }) => {
    state.takeover = undefined
    const step = currentStepOf(state)
    if (!step) return
    step.handBack = { user: data.user, seconds: data.seconds }
    step.loopsFrom = step.calls.length
  },
}

function worldGone(state: SessionState): void {
  const step = currentStepOf(state)
  if (step?.thread) step.worldGone = true
}

const currentStepOf = (state: SessionState) => state.run?.current && state.steps.get(state.run.current)

function emptyRun(id: RunState['id'], startedAt: number, requests: RunState['requests']): RunState {
  return {
    id,
    startedAt,
    requests,
    goal: '',
    steps: [],
    planned: false,
    look: newLook('new'),
    inbox: [],
    ledger: [],
    finishing: false,
    stopping: false,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, calls: 0, toolCalls: 0, contextTokens: 0 },
    extensions: 0,
    warned: new Set(),
    failedInRow: 0,
    replans: 0,
    churn: 0,
    approved: new Set(),
    knowledgeTold: new Set(),
    skillsUsed: new Set(),
    activeMs: 0,
  }
}
