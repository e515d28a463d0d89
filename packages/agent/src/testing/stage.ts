import type { ChatModel, Clock, ModelInfo, ReplyRequest } from '@deskhand/llm'
import { type ScriptedModel, type ScriptedReply, scriptedModel } from '@deskhand/llm/testing'
import type { Attachment, BlobId, MessageId, StoredData, StoredType } from '@deskhand/protocol'
import { createSessionAgent } from '../agent.ts'
import type { AgentDeps, AgentSettings, Entry } from '../deps.ts'
import type { IncomingMessage, SessionAgent } from '../session-agent.ts'
import type { Tool } from '../tool.ts'
import { autoClock } from './auto-clock.ts'
import { Desk, deskSurroundings } from './desk.ts'
import { deskTools } from './desk-tools.ts'
import { Crash, type MemoryLog, memoryLog } from './memory-log.ts'

type Part = ScriptedReply | ((request: ReplyRequest) => ScriptedReply | Promise<ScriptedReply>)
type Purpose = ReplyRequest['purpose']
/** Replies by role, in order; a function answers every request of its role. */
export type StageScript = {
  [P in Purpose]?:
    | readonly Part[]
    | ((request: ReplyRequest, n: number) => ScriptedReply | Promise<ScriptedReply>)
}

export interface StageOptions {
  settings?: Partial<AgentSettings>
  info?: Partial<ModelInfo>
  clock?: Clock
  tools?: readonly Tool<Desk>[]
  desk?: Desk
  /** a planner's model of its own */
  planner?: ChatModel
  vision?: ChatModel
}

export interface Stage {
  agent: SessionAgent
  desk: Desk
  log: MemoryLog
  model: ScriptedModel
  clock: Clock
  faults: unknown[]
  say(text: string, more?: Partial<IncomingMessage>): MessageId
  /** resolves once an entry of that type (and condition) is in the log, also when it is there already */
  until<T extends StoredType>(type: T, where?: (data: StoredData<T>) => boolean): Promise<StoredData<T>>
  /** says something and waits until the agent rests */
  run(text: string, more?: Partial<IncomingMessage>): Promise<void>
  /** data of all public entries of a type */
  all<T extends StoredType>(type: T): StoredData<T>[]
  types(): string[]
  requests(purpose: Purpose): ReplyRequest[]
  /** resolves once a model was asked for this purpose that often */
  asked(purpose: Purpose, times?: number): Promise<void>
  /** kills the server's process and starts another over the same log and desk */
  restart(lost?: number): Promise<void>
  /** crashes between the nth side effect of the desk and its result */
  crashAtEffect(nth: number): void
  /** crashes right after the entry with this pos, or at the hook */
  crashAt(pos: number): void
  attach(name: string, bytes: Uint8Array, mime: string): Attachment
}

/**
 * A whole session without a network, a disk or Docker: scripted models, a log in memory, a desk that plays the
 * computer, a clock that runs by itself, ids that count.
 */
export function stage(script: StageScript, options: StageOptions = {}): Stage {
  const clock = options.clock ?? autoClock()
  const desk = options.desk ?? new Desk()
  const faults: unknown[] = []
  const model = scriptedModel(byPurpose(script), { ...(options.info && { info: options.info }) })
  const asked = (purpose: Purpose) => model.requests.filter((request) => request.purpose === purpose)
  const counters = new Map<string, number>()
  const waits = new Set<() => void>()
  let log = memoryLog(clock)
  let agent: SessionAgent
  let crashPos: number | undefined

  const start = () => {
    log.onCommit = (entry) => {
      queueMicrotask(() => {
        for (const look of waits) look()
      })
      if (entry.pos === crashPos) crash()
    }
    agent = createSessionAgent(depsOf())
  }
  const crash = (): never => {
    desk.afterEffect = undefined
    crashPos = undefined
    log.die()
    void agent.close()
    throw new Crash('kill -9')
  }
  const depsOf = (): AgentDeps<Desk> => ({
    sessionId: 'session-1',
    log,
    models: {
      planner: options.planner ?? model,
      executor: model,
      ...(options.vision && { vision: options.vision }),
    },
    tools: options.tools ?? deskTools,
    surroundings: deskSurroundings(desk),
    async keep(bytes) {
      const blob = `b${desk.blobs.size + 1}` as BlobId
      desk.blobs.set(blob, bytes)
      return blob
    },
    readBlob: async (id) => desk.blobs.get(id),
    settings: { ...defaults, ...options.settings },
    clock,
    newId(kind) {
      const n = (counters.get(kind) ?? 0) + 1
      counters.set(kind, n)
      return `${kind}${n}`
    },
    report: {
      warn: () => {},
      error: (error) => {
        if (!(error instanceof Crash)) faults.push(error)
      },
    },
  })
  start()

  const publicEntries = () =>
    log.entries().filter((entry): entry is Entry & { seq: number } => entry.seq !== undefined)
  const all = <T extends StoredType>(type: T) =>
    publicEntries().flatMap((entry) => (entry.type === type ? [entry.data as StoredData<T>] : []))
  const say = (text: string, more: Partial<IncomingMessage> = {}): MessageId => {
    const id = `m-user-${log.entries().length}` as MessageId
    agent.say({ id, text, ...more })
    return id
  }

  return {
    get agent() {
      return agent
    },
    get log() {
      return log
    },
    desk,
    model,
    clock,
    faults,
    say,
    all,
    types: () => publicEntries().map(({ type }) => type),
    requests: asked,
    async asked(purpose, times = 1) {
      while (asked(purpose).length < times) await new Promise((resolve) => setImmediate(resolve))
    },
    until<T extends StoredType>(type: T, where: (data: StoredData<T>) => boolean = () => true) {
      return new Promise<StoredData<T>>((resolve) => {
        const look = () => {
          const hit = all(type).find(where)
          if (!hit) return
          waits.delete(look)
          resolve(hit)
        }
        waits.add(look)
        look()
      })
    },
    async run(text, more) {
      say(text, more)
      await agent.settled()
    },
    async restart(lost = 0) {
      log.die()
      await agent.close()
      log = log.reopen(lost)
      start()
      agent.boot()
      await agent.settled()
    },
    crashAtEffect(nth) {
      desk.afterEffect = () => {
        if (desk.effects.length === nth) crash()
      }
    },
    crashAt(pos) {
      crashPos = pos
    },
    attach(name, bytes, mime) {
      const blob = `attached-${name}` as BlobId
      desk.blobs.set(blob, bytes)
      return { name, path: `/workspace/uploads/${name}`, size: bytes.length, mime, blob }
    },
  }
}

const defaults: AgentSettings = {
  stepMaxCalls: 30,
  runMaxCalls: 200,
  runMaxTokens: 2_000_000,
  runMaxMinutes: 120,
  approvals: 'risky',
  timeZone: 'UTC',
}

function byPurpose(script: StageScript) {
  const counts = new Map<Purpose, number>()
  return async (request: ReplyRequest): Promise<ScriptedReply> => {
    const n = counts.get(request.purpose) ?? 0
    counts.set(request.purpose, n + 1)
    const own = script[request.purpose]
    if (typeof own === 'function') return own(request, n)
    const part = own?.[n]
    if (part) return typeof part === 'function' ? part(request) : part
    if (request.purpose === 'reporter' && !own) return { text: 'Here is what was done.' }
    throw new Error(`The script has no reply ${n + 1} for the ${request.purpose}`)
  }
}

/** A planner's reply. */
export const plans = (args: Record<string, unknown>): ScriptedReply => ({
  calls: [{ name: 'submit_plan', arguments: args }],
})
/** An executor's reply of one or more calls. */
export const calls = (...list: [name: string, args: Record<string, unknown>][]): ScriptedReply => ({
  calls: list.map(([name, args]) => ({ name, arguments: args })),
})
export const done = (summary = 'It is done.', more: Record<string, unknown> = {}): ScriptedReply =>
  calls(['step_done', { status: 'done', summary, ...more }])
