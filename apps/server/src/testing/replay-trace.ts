import { type ChatModel, createReplayModel, type Drift, readTrace, type Trace } from '@deskhand/llm'
import type { Parts } from '../parts.ts'
import { appDouble } from './app-double.ts'

/** What a run did, as far as two runs of the same replies must agree. */
export interface Course {
  /** name and outcome of each tool call, in order */
  calls: string[]
  /** how each step ended */
  steps: string[]
  /** how each run ended */
  runs: string[]
}
export interface Replayed {
  recorded: Course
  replayed: Course
  /** requests that are not the recorded ones, and were answered by their place */
  drift: Drift[]
}

interface Seen {
  type: string
  data: Record<string, unknown>
}
/** Something the person did, and after which event: the `count`th of its `type`. */
interface Turn {
  after?: { type: string; count: number }
  body: object
}

// What a message can follow: everything else comes in pieces that differ from run to run.
const anchors = new Set([
  'plan.update',
  'step.start',
  'tool.start',
  'tool.end',
  'step.end',
  'ask.start',
  'run.end',
])

/**
 * Plays a downloaded trace again: the model answers as it did, the person says the same at the same places, and agent
 * and tools are the real ones. `parts` puts other surroundings in place of the engine. Throws when the run asks for
 * more than was recorded.
 */
export async function replayTrace(text: string, parts: Parts = {}): Promise<Replayed> {
  const trace = readTrace(text)
  const events = eventsOf(trace)
  const turns = turnsOf(events)
  const drift: Drift[] = []
  const recorded = createReplayModel(trace, { onDrift: (one) => drift.push(one) })
  // A recorded model answers at once, a real one after seconds: what the person says meanwhile has to arrive first.
  const saying = new Set<Promise<void>>()
  const model: ChatModel = {
    ...recorded,
    async reply(request, options) {
      await Promise.all(saying)
      options.signal.throwIfAborted()
      return recorded.reply(request, options)
    },
  }
  const server = await appDouble({
    env: { APPROVALS: 'never' },
    parts: { createAgent: undefined, models: { planner: model, executor: model }, ...parts },
  })
  try {
    const ann = await server.as('ann')
    const id = await ann.newSession()
    const played: Seen[] = []
    const post = async (body: object) => {
      const answer = await ann.send('POST', `/api/sessions/${id}/messages`, body)
      if (answer.statusCode !== 202) throw new Error(`The server did not take a message: ${answer.body}`)
    }
    const wanted = courseOf(events).runs.length
    await new Promise<void>((resolve, reject) => {
      const counts = new Map<string, number>()
      const say = (body: object) => {
        const said = post(body).catch(reject)
        saying.add(said)
        void said.then(() => saying.delete(said))
      }
      server.app.events.onAppend((session, entry) => {
        if (session !== id) return
        played.push({ type: entry.type, data: entry.data as Seen['data'] })
        const count = (counts.get(entry.type) ?? 0) + 1
        counts.set(entry.type, count)
        for (const { after, body } of turns)
          if (after?.type === entry.type && after.count === count) say(body)
        if (entry.type === 'status' && entry.data.status === 'paused')
          reject(new Error(`The replay rests: ${entry.data.text ?? entry.data.reason}`))
        if (entry.type === 'status' && entry.data.status === 'idle' && counts.get('run.end') === wanted)
          setImmediate(resolve)
      })
      for (const { after, body } of turns) if (after === undefined) say(body)
    })
    return { recorded: courseOf(events), replayed: courseOf(played), drift }
  } finally {
    await server.close()
  }
}

/** The public events of a trace, in order. */
const eventsOf = (trace: Trace): Seen[] =>
  trace.lines.flatMap((line) =>
    line.t === 'ev' && line.seq !== undefined ? [{ type: line.type, data: line.data as Seen['data'] }] : [],
  )

function turnsOf(events: readonly Seen[]): Turn[] {
  const counts = new Map<string, number>()
  let after: Turn['after']
  return events.flatMap(({ type, data }): Turn[] => {
    if (anchors.has(type)) {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      after = { type, count }
    }
    if (type !== 'message' || data.role !== 'user' || String(data.text ?? '') === '') return []
    return [{ ...(after && { after }), body: { text: data.text, ...(data.mode ? { mode: data.mode } : {}) } }]
  })
}

const courseOf = (events: readonly Seen[]): Course => {
  const names = new Map(
    events.flatMap(({ type, data }) => (type === 'tool.start' ? [[data.callId, data.name] as const] : [])),
  )
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data)
  return {
    calls: of('tool.end').map(({ callId, outcome }) => `${names.get(callId)} ${outcome}`),
    steps: of('step.end').map(({ outcome }) => String(outcome)),
    runs: of('run.end').map(({ outcome }) => String(outcome)),
  }
}
