import fc from 'fast-check'
import type { AnyEvent, LiveData, LiveType, StoredData, StoredEvent, StoredType } from '../events/index.ts'
import type { View } from '../view.ts'

// Few ids, so that what starts also ends, twice or never: the order is nobody's promise here.
const id = <T>(letter: string) => fc.integer({ min: 1, max: 5 }).map((n) => `${letter}${n}` as T)
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })
const words = fc.string({ maxLength: 20 })
const count = fc.nat({ max: 1_000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

const usage = fc.record({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  calls: count,
  toolCalls: count,
  contextTokens: count,
  contextWindow: count,
  budget: fc.record({ calls: share, tokens: share, minutes: share }),
})
const view: fc.Arbitrary<View> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: words }),
  fc.record({
    kind: fc.constant('shell' as const),
    shell: fc.constant('main'),
    output: words,
    state: fc.constantFrom('running' as const, 'done' as const),
    bytes: count,
  }),
)
const role = fc.constantFrom('planner' as const, 'executor' as const, 'reporter' as const)
const outcome = fc.constantFrom('ok' as const, 'partial' as const, 'failed' as const, 'stopped' as const)
const step = fc.record({
  id: id<never>('s'),
  title: words,
  status: fc.constantFrom('pending' as const, 'running' as const, 'done' as const, 'failed' as const),
})

const storedData: { [T in StoredType]: fc.Arbitrary<StoredData<T>> } = {
  'session.update': fc.record({ title: optional(words), projectId: optional(fc.option(words)) }),
  status: fc.record({
    status: fc.constantFrom('idle' as const, 'planning' as const, 'running' as const, 'waiting' as const),
    text: optional(words),
  }),
  notice: fc.record({ level: fc.constant('info' as const), code: words, text: words }),
  message: fc.record({
    id: id<never>('m'),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    text: words,
  }),
  'message.update': fc.record({ id: id<never>('m'), state: fc.constantFrom('queued' as const, 'withdrawn') }),
  thought: fc.record({ id: id<never>('t'), role, stepId: optional(id<never>('s')), text: words }),
  'run.start': fc.record({ runId: id<never>('r') }),
  'run.end': fc.record({ runId: id<never>('r'), outcome, usage }),
  'plan.update': fc.record({
    rev: count,
    goal: words,
    cause: fc.constantFrom('new' as const, 'step' as const, 'interrupt' as const, 'answer' as const),
    why: optional(words),
    steps: fc.uniqueArray(step, { maxLength: 5, selector: (one) => one.id }),
  }),
  'step.start': fc.record({ stepId: id<never>('s') }),
  'step.end': fc.record({
    stepId: id<never>('s'),
    outcome: fc.constantFrom('done' as const, 'failed' as const, 'interrupted' as const, 'skipped' as const),
    summary: words,
    verified: fc.boolean(),
  }),
  'tool.start': fc.record({
    callId: id<never>('c'),
    stepId: optional(id<never>('s')),
    name: words,
    args: fc.constant({}),
    title: words,
  }),
  'tool.end': fc.record({
    callId: id<never>('c'),
    outcome: fc.constantFrom('ok' as const, 'failed' as const),
    ms: count,
    view,
  }),
  'ask.start': fc.record({ askId: id<never>('a'), kind: fc.constant('question' as const), text: words }),
  'ask.end': fc.record({ askId: id<never>('a'), by: fc.constant('user' as const), answer: optional(words) }),
  'takeover.start': fc.record({ user: words }),
  'takeover.end': fc.record({ user: words, note: optional(words), seconds: count }),
  'sandbox.start': fc.constant({}),
  'sandbox.ready': fc.record({ bootMs: count, from: fc.constant('new' as const) }),
  'sandbox.update': fc.record({ state: fc.constantFrom('queued' as const, 'paused', 'running', 'stopped') }),
  'sandbox.end': fc.record({ reason: fc.constantFrom('failed' as const, 'stopped', 'lost') }),
  artifact: fc.record({
    path: id<string>('/workspace/f'),
    name: words,
    size: count,
    mime: words,
    sha256: words,
    blob: id<never>('b'),
  }),
  proposal: fc.record({ id: id<string>('o'), kind: fc.constant('note' as const), name: words, text: words }),
  'proposal.update': fc.record({
    id: id<string>('o'),
    state: fc.constantFrom('kept' as const, 'declined'),
    text: optional(words),
  }),
}

const delta = <T>(letter: string) =>
  fc.record({ id: id<T>(letter), text: words, offset: fc.nat({ max: 30 }) })
const liveData: { [T in Exclude<LiveType, 'reset'>]: fc.Arbitrary<LiveData<T>> } = {
  'message.delta': delta('m'),
  'thought.delta': delta('t'),
  snapshot: fc.oneof(
    fc.record({
      of: fc.constantFrom('message' as const, 'thought' as const),
      id: id<string>('m'),
      text: words,
    }),
    fc.record({ of: fc.constant('tool' as const), id: id<string>('c'), view }),
  ),
  'tool.delta': fc.record({ callId: id<never>('c'), view }),
  usage,
  'sandbox.progress': fc.record({ phase: words, text: words }),
  'sessions.update': fc.record({ id: id<never>('x'), removed: fc.constant(true as const) }),
}

const withType = <E>(data: Record<string, fc.Arbitrary<object>>): fc.Arbitrary<E> =>
  fc.oneof(...Object.entries(data).map(([type, one]) => one.map((fields) => ({ ...fields, type }) as E)))

const numbered = (events: object[]): StoredEvent[] =>
  events.map((event, i) => ({ ...event, seq: i + 1, ts: 1_000 + i * 10 }) as StoredEvent)

/** Stored events of every type in any order, numbered 1, 2, 3 … */
export const storedEventStream: fc.Arbitrary<StoredEvent[]> = fc
  .array(withType<object>(storedData), { maxLength: 60 })
  .map(numbered)

export const liveEvent: fc.Arbitrary<AnyEvent> = withType<AnyEvent>(liveData)

/** Stored events, numbered, with live ones anywhere between them. */
export const watchedStream: fc.Arbitrary<AnyEvent[]> = fc
  .tuple(storedEventStream, fc.array(fc.tuple(fc.nat(), liveEvent), { maxLength: 40 }))
  .map(([stored, live]) => {
    const all: AnyEvent[] = [...stored]
    for (const [at, event] of live) all.splice(at % (all.length + 1), 0, event)
    return all
  })
