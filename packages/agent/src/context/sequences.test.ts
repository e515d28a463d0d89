import { type ChatMessage, checkMessages, type Reply } from '@deskhand/llm'
import type { StepId } from '@deskhand/protocol'
import { expect, test } from 'vitest'
import type { AgentDeps } from '../deps.ts'
import { Journal } from '../journal/journal.ts'
import { callIdsFor } from '../run/ask-model.ts'
import { type Core, makeIds } from '../run/core.ts'
import { OpenStreams } from '../run/open-streams.ts'
import { ToolList } from '../run/tool-list.ts'
import { deskTools, type MemoryLog, memoryLog } from '../testing/index.ts'
import { random, randomCalls } from '../testing/random-history.ts'
import { resultEntry, startEntry } from '../turn/call-entries.ts'
import { openCalls, skipOpenCalls } from '../turn/skip-calls.ts'
import { type Projected, project } from './project.ts'
import { compactResult } from './result-text.ts'

const HISTORIES = 20_000
const clock = { now: () => 0, sleep: async () => {} }
const tools = new ToolList(deskTools) as unknown as Core<unknown>['tools']
const specs = tools.specs()

interface Rules {
  settle: boolean
  freshIds: boolean
}
interface Found {
  requests: number
  extensions: number
  violations: string[]
}

/** One executor's course at the level of the log: replies of any kind, interrupts, lost entries, cuts. */
function history(seed: number, rules: Rules): Found {
  const dice = random(seed)
  const found: Found = { requests: 0, extensions: 0, violations: [] }
  const counters = new Map<string, number>()
  const newId = (kind: string) => {
    counters.set(kind, (counters.get(kind) ?? 0) + 1)
    return `${kind}${counters.get(kind)}`
  }
  let log: MemoryLog = memoryLog(clock)
  let core = coreOver(log, newId)
  let before: { thread: string; messages: string[] } | undefined
  const nextStep = () => {
    const { journal, state } = core
    const carry = dice.chance(0.3) && state.run?.steps.length
    const id = newId('step') as StepId
    const thread = carry ? state.steps.get(state.run!.steps.at(-1)!)?.thread : undefined
    const steps = [...state.steps.values()].map(({ id, title, status }) => ({ id, title, status }))
    journal.append('plan.steps', { steps: [{ id, title: 'T', goal: 'G' }] })
    journal.append('plan.update', {
      rev: 1,
      goal: 'G',
      cause: 'step',
      steps: [...steps, { id, title: 'T', status: 'pending' }],
    })
    journal.append('step.start', { stepId: id })
    tell(thread ?? `step:${id}`, 'Do it.')
    journal.append('step.thread', { stepId: id, thread: thread ?? `step:${id}` })
  }
  const tell = (thread: string, text: string) =>
    core.journal.append('thread.message', { thread, parts: [{ type: 'text', text }] })
  const step = () => core.state.run?.current && core.state.steps.get(core.state.run.current)
  const settle = (why: string) => {
    for (const call of openCalls(core.state)) {
      if (call.started !== undefined)
        core.journal.commit([resultEntry(core, call, { outcome: 'unknown', content: why })])
    }
    core.journal.commit(skipOpenCalls(core, why))
  }
  const request = () => {
    const current = step()
    if (!current?.thread) return
    if (rules.settle) settle('the turn is over')
    if (current.spoken !== undefined) tell(current.thread, 'Call a tool.')
    const thread = core.state.threads.get(current.thread)!
    const messages = project(core.state, thread, 'system')
    if (dice.chance(0.02)) {
      const rebuilt = new Journal(log.reopen()).state
      const again = project(rebuilt, rebuilt.threads.get(thread.id)!, 'system')
      if (JSON.stringify(messages) !== JSON.stringify(again)) found.violations.push('P11')
    }
    found.requests++
    found.violations.push(...checkMessages(messages.map(plainMessage), specs).map(({ rule }) => rule))
    const lines = messages.map((message) => JSON.stringify(message))
    if (before?.thread === thread.id && before.messages.every((line, at) => line === lines[at]))
      found.extensions++
    before = { thread: thread.id, messages: lines }
    const requestId = newId('request')
    core.journal.append('model.request', { purpose: 'executor', thread: thread.id, requestId })
    if (dice.chance(0.1)) {
      core.journal.append('model.error', { requestId, thread: thread.id, class: 'network', text: 'no' })
      return
    }
    const calls = dice.chance(0.15) ? [] : randomCalls(dice)
    const reply: Reply = {
      text: dice.pick(['', 'prose', '\ud800 half']),
      calls,
      finish: dice.pick(['tool_calls', 'length', 'stop']),
      usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
    }
    const callIds = rules.freshIds ? callIdsFor(core, calls) : (calls.map(({ id }) => id) as never)
    core.journal.append('model.reply', { requestId, thread: thread.id, reply, callIds })
  }
  const runOne = () => {
    const [call] = openCalls(core.state)
    if (!call) return
    core.journal.commit([startEntry(call, {}, call.name)])
    if (dice.chance(0.1)) return
    const content = dice.pick(['', 'fine', 'x\u0000y', 'long '.repeat(200)])
    core.journal.commit([resultEntry(core, call, { outcome: 'ok', content }, { work: true })])
  }
  const interrupt = () => {
    const current = step()
    if (!current) return
    settle('the person sent a message')
    core.journal.append('step.end', {
      stepId: current.id,
      outcome: 'interrupted',
      summary: '',
      verified: true,
    })
    nextStep()
  }
  const crash = () => {
    log = log.reopen(Math.min(dice.below(7), Math.max(0, log.entries().length - 8)))
    core = coreOver(log, newId)
    before = undefined
    core.journal.finishDue()
    const { request } = core.state
    if (request) core.journal.append('model.error', { ...request, class: 'server_restart', text: '' })
    if (!step()) nextStep()
    else if (!step()?.thread) {
      tell(`step:${step()!.id}`, 'Do it.')
      core.journal.append('step.thread', { stepId: step()!.id, thread: `step:${step()!.id}` })
    }
  }
  const cut = () => {
    const current = step()
    if (!current?.thread) return
    before = undefined
    const results = current.calls.slice(0, -2).flatMap((callId) => {
      const result = core.state.calls.get(callId)?.result
      return result ? [{ callId, content: compactResult(result.content, '/workspace/x') }] : []
    })
    if (dice.chance(0.6)) {
      core.journal.append('context.cut', {
        thread: current.thread,
        cut: 'compact',
        results,
        arguments: [],
        before: 2,
        after: 1,
      })
      return
    }
    const { items } = core.state.threads.get(current.thread)!
    const keepFrom = items.findLastIndex(({ kind }) => kind === 'reply')
    if (keepFrom < 2) return
    core.journal.append('context.cut', {
      thread: current.thread,
      cut: 'summary',
      text: 'sum',
      keepFrom,
      path: '/x',
      before: 2,
      after: 1,
    })
  }
  core.journal.append('message', { id: 'm1' as never, role: 'user', text: 'Do it' })
  core.journal.append('run.start', { runId: 'run1' as never })
  nextStep()
  for (let n = 0; n < 9; n++) {
    dice.pick([
      request,
      request,
      request,
      runOne,
      runOne,
      runOne,
      interrupt,
      crash,
      cut,
      () => step()?.thread && !openCalls(core.state).length && tell(step()!.thread!, 'nudge'),
    ])()
  }
  request()
  return found
}

const plainMessage = (message: Projected): ChatMessage =>
  message.role === 'user'
    ? {
        role: 'user',
        content: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
      }
    : message

function coreOver(log: MemoryLog, newId: (kind: string) => string): Core<unknown> {
  const journal = new Journal(log)
  const deps = { log, clock, sessionId: 's' } as unknown as AgentDeps<unknown>
  return {
    deps,
    journal,
    state: journal.state,
    ids: makeIds(newId),
    tools,
    specs,
    streams: new OpenStreams(log),
  }
}

test(`${HISTORIES} random histories send nothing that a strict server would refuse`, {
  timeout: 240_000,
}, () => {
  let requests = 0
  let extensions = 0
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const found = history(seed, { settle: true, freshIds: true })
    requests += found.requests
    extensions += found.extensions
    if (found.violations.length > 0) expect(found.violations, `seed ${seed}`).toEqual([])
  }
  expect(requests).toBeGreaterThan(HISTORIES)
  expect(extensions).toBeGreaterThan(HISTORIES / 4)
})

const worst = (rules: Rules) =>
  new Set(Array.from({ length: 300 }, (_, seed) => history(seed + 1, rules).violations).flat())

test('without settling calls before a request the check would find it', () => {
  expect(worst({ settle: false, freshIds: true })).toContain('V3')
})

test('without ids of our own where the model’s are bad the check would find it', () => {
  expect(worst({ settle: true, freshIds: false })).toContain('V5')
})
