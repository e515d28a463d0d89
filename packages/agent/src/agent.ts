import type { AskId, MessageId, PauseReason, Status } from '@deskhand/protocol'
import { say } from './commands/say.ts'
import { finish, pause, resume, retry, stop, withdraw } from './commands/steer.ts'
import { giveBack, startTakeover } from './commands/takeover.ts'
import type { AgentDeps } from './deps.ts'
import { Journal } from './journal/journal.ts'
import { settleAfterCrash } from './recovery/boot.ts'
import { type Core, makeIds } from './run/core.ts'
import { Halted } from './run/halted.ts'
import { nextAct } from './run/next-act.ts'
import { type OpenStream, OpenStreams } from './run/open-streams.ts'
import { afterFailure, failRun, performAct, statusOf, worldIsLost } from './run/perform-act.ts'
import { isStorageFault } from './run/storage-fault.ts'
import { ToolList } from './run/tool-list.ts'
import type { IncomingMessage, SessionAgent } from './session-agent.ts'

const STORAGE_RETRY_MS = 60_000
const MOST_IDLE_ACTS = 3

/** The agent over one session's log. Nothing is done before `boot` or a command. */
export function createSessionAgent<World>(deps: AgentDeps<World>): SessionAgent {
  return new Agent(deps)
}

class Agent<World> implements SessionAgent {
  readonly #core: Core<World>
  readonly #plain: Core<unknown>
  #act: AbortController | undefined
  #working = false
  /** something came while the loop was about to end */
  #again = false
  #closed = false
  #storageFault: string | undefined
  #idleActs = 0
  /** a person has the controls, and the computer was told so */
  #held = false
  /** people who wait for the agent to hold still */
  #takers: { user: string; taken: () => void; failed: (error: unknown) => void }[] = []
  #restWatchers = new Set<() => void>()
  #timer: AbortController | undefined

  constructor(deps: AgentDeps<World>) {
    const journal = new Journal(deps.log)
    const tools = new ToolList(deps.tools)
    const streams = new OpenStreams(deps.log)
    const specs = tools.specs()
    this.#core = { deps, journal, state: journal.state, ids: makeIds(deps.newId), tools, specs, streams }
    this.#plain = this.#core as unknown as Core<unknown>
  }

  get status(): { status: Status; reason?: PauseReason; openAsk?: AskId } {
    const { status, ask } = this.#core.state
    if (this.#storageFault !== undefined) return { status: 'paused', reason: 'storage' }
    return {
      status: status.status,
      ...(status.reason && { reason: status.reason }),
      ...(ask && { openAsk: ask.id }),
    }
  }

  say(message: IncomingMessage): { messageId: MessageId; seq: number } {
    const { messageId, seq, halt } = this.#command(() => say(this.#plain, message))
    this.#go(halt)
    return { messageId, seq }
  }

  withdraw(id: MessageId): void {
    this.#command(() => withdraw(this.#plain, id))
  }

  stop(): void {
    if (this.#command(() => stop(this.#plain))) this.#go('stop')
  }
  pause(): void {
    if (this.#command(() => pause(this.#plain))) this.#go('pause')
  }
  resume(options: { extend?: boolean } = {}): void {
    this.#command(() => resume(this.#plain, options))
    this.#go()
  }
  finish(): void {
    this.#command(() => finish(this.#plain))
    this.#go('finish')
  }
  retry(): void {
    this.#command(() => retry(this.#plain))
    this.#go()
  }

  takeOver(user: string): Promise<void> {
    return new Promise((taken, failed) => {
      this.#takers.push({ user, taken, failed })
      this.#go('takeover')
    })
  }

  handBack(user: string, note?: string): void {
    this.#command(() => giveBack(this.#plain, user, note))
    this.#releaseInput()
    this.#go()
  }

  worldLost(reason: string): void {
    const { state } = this.#core
    // A run at rest needs no computer: it is made or woken when work goes on, and the model is told.
    if (!state.run?.current || state.status.status === 'paused' || state.takeover || state.ask) return
    this.#command(() => void worldIsLost(this.#plain, reason))
    this.#go('pause')
  }

  openStreams(): OpenStream[] {
    return this.#core.streams.list()
  }

  boot(): void {
    this.#command(() => settleAfterCrash(this.#plain))
    if (this.#core.state.takeover) this.#holdInput()
    this.#go()
  }

  settled(): Promise<void> {
    if (!this.#working) return Promise.resolve()
    return new Promise((resolve) => this.#restWatchers.add(resolve))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.abort()
    this.#act?.abort(new Halted('close'))
    await this.settled()
  }

  /** Others write to the log too; a command looks at what it is now. */
  #command<T>(run: () => T): T {
    this.#core.journal.catchUp()
    return run()
  }

  /** Lets the work go on, or turn to what is new. */
  #go(halt?: Halted['why']): void {
    this.#timer?.abort()
    if (halt && this.#act && !this.#act.signal.aborted) this.#act.abort(new Halted(halt))
    this.#again = true
    if (this.#working || this.#closed) return
    this.#working = true
    void this.#work()
  }

  async #work(): Promise<void> {
    try {
      do {
        this.#again = false
      } while (!this.#closed && ((await this.#oneAct()) || this.#again))
    } finally {
      this.#working = false
      this.#act = undefined
      for (const rest of this.#restWatchers) rest()
      this.#restWatchers.clear()
      this.#wakeLater()
    }
  }

  async #oneAct(): Promise<boolean> {
    const { journal, state, deps } = this.#core
    try {
      journal.catchUp()
      journal.finishDue()
      this.#storageFault = undefined
      this.#releaseInput()
      if (this.#takers.length > 0) this.#giveControl()
      const act = nextAct(state, deps.settings, deps.clock.now())
      if (!act) {
        this.#restStatus()
        return false
      }
      this.#showStatus(statusOf(state, act))
      const before = state.folded
      this.#act = new AbortController()
      await performAct(this.#core, act, this.#act.signal)
      this.#noteProgress(state.folded > before, act.do)
    } catch (error) {
      return this.#failed(error)
    } finally {
      this.#act = undefined
    }
    return true
  }

  async #failed(error: unknown): Promise<boolean> {
    if (error instanceof Halted) return error.why !== 'close'
    const { deps } = this.#core
    if (isStorageFault(error)) {
      this.#storageFault = error instanceof Error ? error.message : String(error)
      deps.report?.error(error, 'The log could not be written; the run rests')
      return false
    }
    try {
      if (await afterFailure(this.#plain, error)) return true
      deps.report?.error(error, 'A run ended by a fault of the program')
      failRun(this.#plain, error instanceof Error ? error.message : String(error))
      return true
    } catch (second) {
      this.#storageFault = second instanceof Error ? second.message : String(second)
      deps.report?.error(second, 'The end of a run could not be written')
      return false
    }
  }

  // An act that changes nothing would be done for ever.
  #noteProgress(moved: boolean, what: string): void {
    this.#idleActs = moved ? 0 : this.#idleActs + 1
    if (this.#idleActs > MOST_IDLE_ACTS) throw new Error(`The agent makes no progress at "${what}"`)
  }

  #showStatus(status: Status): void {
    const { journal, state } = this.#core
    if (!state.run || state.run.stopping) return
    const now = state.status
    if (now.status !== status || now.text !== undefined) journal.append('status', { status })
  }

  /** A run that waits says so; one that is over says that. */
  #restStatus(): void {
    const { journal, state } = this.#core
    const { status } = state.status
    if (status === 'paused') return
    const right: Status = state.takeover ? 'takeover' : state.ask ? 'waiting' : 'idle'
    if (status !== right) journal.append('status', { status: right })
  }

  #holdInput(): void {
    this.#held = true
    this.#core.deps.surroundings.setAgentInput?.(false)
  }

  /** A takeover also ends by a stop or by the wish for a report. */
  #releaseInput(): void {
    if (!this.#held || this.#core.state.takeover) return
    this.#held = false
    this.#core.deps.surroundings.setAgentInput?.(true)
  }

  #giveControl(): void {
    const takers = this.#takers.splice(0)
    for (const { user, taken, failed } of takers) {
      try {
        startTakeover(this.#plain, user)
        this.#holdInput()
        taken()
      } catch (error) {
        failed(error)
      }
    }
  }

  /** Tries again by itself what passes by itself. */
  #wakeLater(): void {
    const { state, deps } = this.#core
    if (this.#closed) return
    const { status, retryAt } = state.status
    const at =
      this.#storageFault !== undefined
        ? deps.clock.now() + STORAGE_RETRY_MS
        : status === 'paused'
          ? retryAt
          : undefined
    if (at === undefined) return
    const timer = new AbortController()
    this.#timer = timer
    deps.clock.sleep(Math.max(0, at - deps.clock.now()), timer.signal).then(
      () => {
        if (this.#storageFault === undefined) this.#command(() => resume(this.#plain, {}))
        this.#go()
      },
      () => undefined,
    )
  }
}
