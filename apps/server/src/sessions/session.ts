import type { AgentDeps, OpenStream, SessionAgent } from '@deskhand/agent'
import { type Attachment, MessageId, type Status } from '@deskhand/protocol'
import type { PostedMessage, PostMessage, UserBody } from '@deskhand/protocol/http'
import type { World } from '@deskhand/tools'
import { refusal } from '../errors.ts'
import { ControlLease } from './control-lease.ts'
import type { EventLog } from './event-log.ts'
import { newId } from './new-id.ts'
import { SessionSurroundings, type SurroundingsDeps } from './surroundings.ts'

export interface SessionDeps extends Omit<SurroundingsDeps, 'log' | 'sessionId'> {
  id: string
  owner: { id: string; username: string }
  events: EventLog
  createAgent(deps: AgentDeps<World>): SessionAgent
  models: AgentDeps<World>['models']
  tools: AgentDeps<World>['tools']
  settings: AgentDeps<World>['settings']
  clock: AgentDeps<World>['clock']
  report: NonNullable<AgentDeps<World>['report']>
  attach(fileIds: readonly string[], userId: string): Attachment[]
  /** throws NO_MODEL when a run could not even begin */
  needModel(): void
  sent: {
    find(clientId: string): PostedMessage | undefined
    keep(clientId: string, posted: PostedMessage): void
  }
}

const working: ReadonlySet<Status> = new Set<Status>([
  'planning',
  'running',
  'updating',
  'reporting',
  'stopping',
])

/** A session in memory: its agent (made when first needed), its computer, and who has mouse and keyboard. */
export class Session {
  readonly id: string
  readonly surroundings: SessionSurroundings
  readonly control: ControlLease
  readonly #deps: SessionDeps
  readonly #leases = new Map<string, Set<() => void>>()
  #agent: SessionAgent | undefined
  #ticking: NodeJS.Timeout | undefined
  #usedAt: number

  constructor(deps: SessionDeps) {
    this.id = deps.id
    this.#deps = deps
    this.#usedAt = deps.clock.now()
    const { id, events } = deps
    this.surroundings = new SessionSurroundings({
      ...deps,
      sessionId: id,
      log: events.writer(id),
    })
    this.control = new ControlLease(deps.clock.now, (lease) => this.#cut(lease))
  }

  get agent(): SessionAgent {
    this.#usedAt = this.#deps.clock.now()
    if (this.#agent === undefined) {
      this.#agent = this.#deps.createAgent(this.#agentDeps())
      this.#agent.boot()
      this.#expectHands()
    }
    return this.#agent
  }

  /** what is being said and done just now, for a watcher who comes later */
  openStreams(): OpenStream[] {
    return this.#agent?.openStreams() ?? []
  }

  /** Stored when it returns; what follows shows in the log. */
  say(post: PostMessage, user: UserBody): PostedMessage {
    const known = post.clientId === undefined ? undefined : this.#deps.sent.find(post.clientId)
    if (known !== undefined) return known
    const attachments = this.#deps.attach(post.attachments ?? [], user.id)
    if (post.text.trim() === '' && attachments.length === 0 && post.approve === undefined)
      throw refusal('EMPTY_MESSAGE')
    this.#deps.needModel()
    const id = MessageId.parse(newId('msg'))
    const { text, mode, replyTo, approve } = post
    const posted = this.agent.say({
      id,
      text,
      ...(mode === undefined ? {} : { mode }),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(approve === undefined ? {} : { approve }),
      ...(attachments.length === 0 ? {} : { attachments }),
    })
    if (post.clientId !== undefined) this.#deps.sent.keep(post.clientId, posted)
    return posted
  }

  /** Mouse and keyboard for this person once the agent holds still. Throws CONTROL_HELD. */
  async takeControl(user: UserBody): Promise<string> {
    const held = this.control.holder
    const lease = this.control.take(user)
    if (lease === undefined)
      throw refusal('CONTROL_HELD', { message: `${held?.username} has mouse and keyboard.` })
    try {
      await this.surroundings.awake()
      if (this.agent.status.status !== 'takeover') await this.agent.takeOver(user.username)
    } catch (error) {
      this.control.release({ lease })
      throw error
    }
    this.#watchHands()
    return lease
  }

  returnControl(by: { lease?: string; user: UserBody }, note: string | undefined): void {
    if (!this.control.release({ lease: by.lease, userId: by.user.id })) throw refusal('NOT_IN_CONTROL')
    this.agent.handBack(by.user.username, note)
  }

  /** Calls `cut` when this lease ends; the returned function forgets it. */
  whenLost(lease: string, cut: () => void): () => void {
    const cuts = this.#leases.get(lease) ?? new Set()
    this.#leases.set(lease, cuts.add(cut))
    return () => cuts.delete(cut)
  }

  /** The log says so: called for each status event. */
  onStatus(status: Status): void {
    this.surroundings.atWork(working.has(status))
  }

  worldLost(reason: string): void {
    void this.surroundings.leave()
    this.#agent?.worldLost(reason)
  }

  /** Nothing is under way and nobody asked for it since `time`. */
  restsSince(time: number): boolean {
    const status = this.#agent?.status.status ?? 'idle'
    return !working.has(status) && this.control.holder === undefined && this.#usedAt < time
  }

  async close(): Promise<void> {
    clearInterval(this.#ticking)
    await this.#agent?.close()
    await this.surroundings.leave()
    this.#agent = undefined
  }

  // The server went down while a person had the hands: they may take them again within the minute, as after a lost
  // connection. If they do not, the agent goes on.
  #expectHands() {
    if (this.#agent?.status.status !== 'takeover' || this.control.holder !== undefined) return
    this.control.take(this.#deps.owner)
    this.#watchHands()
  }

  #watchHands() {
    this.#ticking ??= setInterval(() => this.#tick(), 1000).unref()
  }

  #tick() {
    const lost = this.control.tick()
    if (lost !== undefined) this.agent.handBack(lost.username)
    if (this.control.holder !== undefined) return
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  #cut(lease: string) {
    for (const cut of this.#leases.get(lease) ?? []) cut()
    this.#leases.delete(lease)
  }

  #agentDeps(): AgentDeps<World> {
    const { id, events, blobs, models, tools, settings, clock, report } = this.#deps
    return {
      sessionId: id,
      log: events.open(id),
      models,
      tools,
      surroundings: this.surroundings,
      keep: (bytes, mime) => blobs.keep(id, bytes, mime),
      async readBlob(blob) {
        const row = blobs.find(id, blob)
        return row === undefined ? undefined : await blobs.read(row.sha256)
      },
      settings,
      clock,
      newId: (kind) => newId(kind === 'message' ? 'msg' : kind, kind === 'step' ? 6 : 10),
      report,
    }
  }
}
