import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyEvent, StoredEvent } from './events/index.ts'
import { apply, emptyView, isGap, type SessionView, summaryOf } from './fold.ts'
import { storedEventStream, watchedStream } from './testing/arbitrary-events.ts'

const folded = (events: AnyEvent[], view = emptyView()): SessionView => {
  for (const event of events) apply(view, event)
  return view
}

/** What a reload must bring back: all but what only a watcher sees. */
const kept = ({ rev: _, open: __, usage: ___, ...view }: SessionView) => ({
  ...view,
  sandbox: { ...view.sandbox, progress: undefined },
  tools: [...view.tools.values()].map((tool) => (tool.end ? tool : { ...tool, view: undefined })),
})

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

const stream = (...events: object[]): StoredEvent[] =>
  events.map((event, i) => ({ seq: i + 1, ts: 1_000 + i, ...event }) as StoredEvent)

describe('whatever the events are', () => {
  test('replaying the stored events gives the same view as having watched live', () => {
    fc.assert(
      fc.property(watchedStream, (events) => {
        const stored = events.filter((event) => 'seq' in event)
        expect(kept(folded(events))).toEqual(kept(folded(stored)))
      }),
    )
  })

  test('a prefix that comes twice changes nothing', () => {
    fc.assert(
      fc.property(storedEventStream, fc.nat(), fc.nat(), (events, cut, back) => {
        const at = cut % (events.length + 1)
        const from = back % (at + 1)
        const again = folded([...events.slice(0, at), ...events.slice(from)])
        expect(again).toEqual(folded(events))
      }),
    )
  })

  test('an event after a hole is refused and leaves the view alone', () => {
    fc.assert(
      fc.property(storedEventStream, fc.integer({ min: 1, max: 9 }), (events, hole) => {
        const view = folded(events)
        const before = structuredClone(view)
        const late = {
          ...stream({ type: 'run.start', runId: 'r1' })[0]!,
          seq: view.seq + 1 + hole,
        } as StoredEvent
        expect(isGap(view, late)).toBe(true)
        expect(apply(view, late)).toBe('gap')
        expect(view).toEqual(before)
      }),
    )
  })

  test('events that went through JSON give the same view', () => {
    fc.assert(
      fc.property(watchedStream, (events) => {
        const copies = events.map((event) => JSON.parse(JSON.stringify(event)) as AnyEvent)
        expect(folded(copies)).toEqual(folded(events))
      }),
    )
  })

  test('an entity is replaced, never changed, and every key leads to its item', () => {
    fc.assert(
      fc.property(watchedStream, (events) => {
        const view = emptyView()
        for (const event of events) {
          freeze(event)
          for (const entity of [...view.items, ...view.tools.values(), ...view.asks.values()]) freeze(entity)
          for (const entity of [view.plan, view.sandbox, view.status, ...view.steps.values()]) freeze(entity)
          apply(view, event)
        }
        for (const [key, at] of view.itemIndex) if (at >= 0) expect(view.items[at]?.key).toBe(key)
      }),
    )
  })

  test('a text cut into pieces that overlap and come twice is whole again', () => {
    const pieces = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 })), { maxLength: 30 })
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), pieces, (text, cuts) => {
        const view = emptyView()
        let known = 0
        for (const [back, ahead] of [...cuts, [0, text.length] as const]) {
          const offset = known - (back % (known + 1))
          const piece = text.slice(offset, known + ahead)
          apply(view, { type: 'message.delta', id: 'm1' as never, text: piece, offset })
          known = Math.max(known, offset + piece.length)
        }
        expect(view.open.get('m1')?.text ?? '').toBe(text)
      }),
    )
  })
})

test('a piece that is missing stops the text until a snapshot brings it whole', () => {
  const view = emptyView()
  apply(view, { type: 'message.delta', id: 'm1' as never, text: 'Hello', offset: 0 })
  apply(view, { type: 'message.delta', id: 'm1' as never, text: 'world', offset: 6 })
  expect(view.open.get('m1')).toEqual({ of: 'message', id: 'm1', text: 'Hello', hole: true })
  apply(view, { type: 'snapshot', of: 'message', id: 'm1', text: 'Hello world' })
  expect(view.open.get('m1')).toEqual({ of: 'message', id: 'm1', text: 'Hello world' })
})

test('an interrupt keeps finished steps and says which old ones are gone', () => {
  const step = (id: string, status = 'pending') => ({ id, title: `Step ${id}`, status })
  const view = folded(
    stream(
      { type: 'run.start', runId: 'r1' },
      { type: 'plan.update', rev: 1, goal: 'g', cause: 'new', steps: [step('a'), step('b'), step('c')] },
      { type: 'step.start', stepId: 'a' },
      { type: 'step.end', stepId: 'a', outcome: 'done', summary: 'Done.', verified: true },
      { type: 'message', id: 'm1', role: 'user', text: 'Rather in blue' },
      {
        type: 'plan.update',
        rev: 2,
        goal: 'g',
        cause: 'interrupt',
        why: 'You asked for blue.',
        steps: [{ ...step('a', 'done'), summary: 'Done.' }, step('d')],
      },
    ),
  )
  expect(view.plan).toMatchObject({ rev: 2, added: ['d'], why: 'You asked for blue.' })
  expect(view.plan?.dropped.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(view.planHistory[0]?.steps[0]).toMatchObject({ id: 'a', status: 'done' })
  expect(view.items.map(({ kind }) => kind)).toEqual(['plan', 'group', 'message', 'plan'])
})

test('a step that is cut by a message goes on in a second part, in the order of the events', () => {
  const call = (callId: string) => ({
    type: 'tool.start',
    callId,
    stepId: 'a',
    name: 'x',
    args: {},
    title: 'X',
  })
  const view = folded(
    stream(
      { type: 'step.start', stepId: 'a' },
      call('c1'),
      { type: 'message', id: 'm1', role: 'assistant', text: 'So far so good' },
      call('c2'),
    ),
  )
  expect(view.items.map((item) => (item.kind === 'group' ? `part ${item.part}` : item.kind))).toEqual([
    'part 0',
    'message',
    'part 1',
  ])
})

test('a planner that only nods after a step adds no row', () => {
  const steps = [{ id: 'a', title: 'A', status: 'pending' }]
  const view = folded(
    stream(
      { type: 'plan.update', rev: 1, goal: 'g', cause: 'new', steps },
      { type: 'plan.update', rev: 2, goal: 'g', cause: 'step', steps },
    ),
  )
  expect(view.items).toHaveLength(1)
  expect(view.plan?.rev).toBe(2)
})

test('the summary of a session has its last words, its state and how its last run ended', () => {
  const usage = {
    inputTokens: 1,
    outputTokens: 1,
    cachedTokens: 0,
    calls: 1,
    toolCalls: 0,
    contextTokens: 1,
    contextWindow: 1,
    budget: { calls: 0, tokens: 0, minutes: 0 },
  }
  const view = folded(
    stream(
      { type: 'session.update', title: 'Trip' },
      { type: 'run.start', runId: 'r1' },
      { type: 'message', id: 'm1', role: 'assistant', text: 'All\n\nbooked.', final: true },
      { type: 'run.end', runId: 'r1', outcome: 'ok', usage },
      { type: 'status', status: 'idle' },
    ),
  )
  expect(summaryOf(view)).toEqual({
    title: 'Trip',
    status: 'idle',
    outcome: 'ok',
    lastMessage: 'All booked.',
    updatedAt: 1_004,
  })
})

test('a type of a newer server only moves the view on', () => {
  const view = folded(stream({ type: 'weather.update', degrees: 21 }, { type: 'run.start', runId: 'r1' }))
  expect(view).toMatchObject({ seq: 2, run: { id: 'r1' } })
})

test('ten thousand events one at a time stay cheap: no row is copied as a whole', () => {
  const events = stream(
    { type: 'step.start', stepId: 'a' },
    ...Array.from({ length: 10_000 }, (_, i) => ({
      type: 'tool.start',
      callId: `c${i}`,
      stepId: 'a',
      name: 'x',
      args: {},
      title: 'X',
    })),
  )
  const view = folded(events)
  const groups = view.items.filter((item) => item.kind === 'group')
  expect(groups.flatMap((group) => group.entries)).toHaveLength(10_000)
  expect(Math.max(...groups.map((group) => group.entries.length))).toBeLessThanOrEqual(60)
})
