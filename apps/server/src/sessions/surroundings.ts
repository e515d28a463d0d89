import { Readable } from 'node:stream'
import { type SessionLog, type Surroundings, WorldLost } from '@deskhand/agent'
import type { BrowserSession, Eyes } from '@deskhand/browser'
import type { Attachment } from '@deskhand/protocol'
import {
  type AcquireOptions,
  type LiveSandbox,
  SandboxBootError,
  SandboxError,
  type SandboxHost,
} from '@deskhand/sandbox'
import type { SearchSettings, World } from '@deskhand/tools'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { OpenBrowser } from './open-browser.ts'

type Start = (options: AcquireOptions) => ReturnType<SandboxHost['acquire']>

export interface SurroundingsDeps {
  sessionId: string
  log: Pick<SessionLog, 'append' | 'live'>
  host: SandboxHost
  blobs: BlobStore
  openBrowser: OpenBrowser
  search(): SearchSettings
  eyes(): Eyes | undefined
  place(): Pick<AcquireOptions, 'timeZone' | 'language'>
  /** resolves when there is an image to make one of */
  imageReady(onProgress: NonNullable<AcquireOptions['onProgress']>): Promise<void>
  /** what every sandbox gets before it is used: knowledge, skills, demo pages */
  furnish(sandbox: LiveSandbox): Promise<void>
}

/**
 * One session's computer as the agent and the routes see it: made or woken when first needed, with events that show
 * the waiting. Many may ask at once; there is one start, and nobody's abort takes it from the others.
 */
export class SessionSurroundings implements Surroundings<World> {
  readonly #deps: SurroundingsDeps
  #entering: Promise<LiveSandbox> | undefined
  #world: { sandbox: LiveSandbox; world: World } | undefined
  #browser: Promise<BrowserSession> | undefined
  #atWork = false
  #agentInput = true
  #release: (() => void) | undefined

  constructor(deps: SurroundingsDeps) {
    this.#deps = deps
  }

  async enter(signal: AbortSignal): Promise<World> {
    try {
      return this.#worldOf(await this.awake(signal))
    } catch (error) {
      // To the agent a computer that does not start is one that is gone: the run rests and says why.
      if (error instanceof SandboxBootError || error instanceof SandboxError)
        throw new WorldLost(error.message, { cause: error })
      throw error
    }
  }

  /** It is being started just now. */
  get entering(): boolean {
    return this.#entering !== undefined
  }

  current(): World | undefined {
    const sandbox = this.#deps.host.peek(this.#deps.sessionId)
    return sandbox === undefined ? undefined : this.#worldOf(sandbox)
  }

  /** The sandbox, awake; throws SandboxBootError, or the signal's reason. */
  async awake(signal?: AbortSignal): Promise<LiveSandbox> {
    signal?.throwIfAborted()
    const { host, sessionId } = this.#deps
    const there = host.peek(sessionId)
    if (there !== undefined && this.#entering === undefined) {
      host.touch(sessionId)
      return there
    }
    this.#entering ??= this.#begin((options) => host.acquire(sessionId, options))
    return await unless(signal, this.#entering)
  }

  /** Another start of the same computer; the workspace stays. */
  async restart(): Promise<void> {
    await this.leave()
    this.#entering ??= this.#begin(async (options) => {
      const began = Date.now()
      const sandbox = await this.#deps.host.restart(this.#deps.sessionId, options)
      return { sandbox, from: 'new', bootMs: Date.now() - began }
    })
    await this.#entering
  }

  /** While the agent works the idle clocks stand still. */
  atWork(working: boolean): void {
    this.#atWork = working
    const { host, sessionId } = this.#deps
    if (working && this.#release === undefined && host.peek(sessionId) !== undefined)
      this.#release = host.hold(sessionId, 'run')
    if (working) return
    this.#release?.()
    this.#release = undefined
  }

  async save(path: string, text: string): Promise<void> {
    await this.#inside((sandbox) => sandbox.files.write({ path, content: text }))
  }

  async stat(path: string) {
    const stat = await this.#inside((sandbox) => sandbox.files.stat(path, { sha256: true }))
    if (stat?.type !== 'file' || stat.sha256 === undefined) return undefined
    return { path: stat.path, size: stat.size, sha256: stat.sha256, mime: stat.mime }
  }

  async keepFile(path: string) {
    const { blobs, sessionId } = this.#deps
    return this.#inside(async (sandbox) => {
      const stat = await sandbox.files.stat(path)
      if (stat?.type !== 'file') return undefined
      const { stream, mime } = await sandbox.files.download(stat.path)
      const stored = await blobs.receive(Readable.from(stream as AsyncIterable<Buffer>))
      const name = stat.path.split('/').at(-1) ?? stat.path
      const blob = blobs.name(sessionId, stored, { mime, name })
      return { name, path: stat.path, ...stored, mime, blob }
    })
  }

  async place(attachments: Attachment[]): Promise<void> {
    const { blobs, sessionId } = this.#deps
    await this.#inside(async (sandbox) => {
      for (const { path, blob, size } of attachments) {
        const row = blobs.find(sessionId, blob)
        const there = await sandbox.files.stat(path)
        if (row === undefined || there?.size === size) continue
        await sandbox.files.upload(path, blobs.stream(row.sha256))
      }
    })
  }

  async browserState(): Promise<string | undefined> {
    if (this.#browser === undefined || this.current() === undefined) return undefined
    return await (await this.#browser).state()
  }

  async pageHasText(text: string): Promise<boolean> {
    if (this.#browser === undefined || this.current() === undefined) return false
    return await (await this.#browser).pageHasText(text)
  }

  async stopProcesses(runId: string): Promise<void> {
    if (this.current() === undefined) return
    await this.#inside((sandbox) => sandbox.shell.stop({ runId }))
  }

  /** While a person has the hands, the agent's calls in the browser are refused. */
  setAgentInput(allowed: boolean): void {
    this.#agentInput = allowed
    void this.#browser?.then((browser) => browser.setAgentInput(allowed)).catch(() => {})
  }

  /** The browser connection, made at first use and kept for the session's life. */
  async browser(signal?: AbortSignal): Promise<BrowserSession> {
    const sandbox = await this.awake(signal)
    this.#worldOf(sandbox)
    this.#browser ??= this.#deps
      .openBrowser(sandbox, { timeZone: this.#deps.place().timeZone, eyes: this.#deps.eyes })
      .then(async (browser) => {
        if (!this.#agentInput) await browser.setAgentInput(false)
        return browser
      })
      .catch((error) => {
        this.#browser = undefined
        throw error
      })
    return await unless(signal, this.#browser)
  }

  /** The sandbox went away, or the session rests: what was connected to it is closed. */
  async leave(): Promise<void> {
    this.#release?.()
    this.#release = undefined
    this.#world = undefined
    const browser = this.#browser
    this.#browser = undefined
    await browser?.then((open) => open.close()).catch(() => {})
  }

  #begin(start: Start): Promise<LiveSandbox> {
    return this.#start(start).finally(() => {
      this.#entering = undefined
    })
  }

  async #start(start: Start): Promise<LiveSandbox> {
    const { log, place, furnish, imageReady } = this.#deps
    log.append('sandbox.start', {})
    try {
      await imageReady((progress) => log.live('sandbox.progress', progress))
      const { sandbox, from, bootMs } = await start({
        ...place(),
        onProgress: (progress) => log.live('sandbox.progress', progress),
        onQueued: (at) => log.append('sandbox.update', { state: 'queued', place: at }),
      })
      // Without notes and demo pages one can still work; the log of the session says what is missing.
      await furnish(sandbox).catch((error: Error) =>
        log.append('notice', {
          level: 'warning',
          code: 'NOT_FURNISHED',
          text: `Notes, skills or demo pages could not be brought into the sandbox: ${error.message}`,
        }),
      )
      log.append('sandbox.ready', { bootMs, from })
      this.atWork(this.#atWork)
      return sandbox
    } catch (error) {
      const boot = error instanceof SandboxBootError ? error : undefined
      const text = error instanceof Error ? error.message : String(error)
      log.append('sandbox.end', {
        reason: boot?.reason === 'out_of_memory' ? 'out_of_memory' : 'failed',
        text,
        ...(boot?.log ? { log: boot.log.slice(-8000) } : {}),
      })
      throw error
    }
  }

  #worldOf(sandbox: LiveSandbox): World {
    if (this.#world?.sandbox === sandbox) return this.#world.world
    // Another container than before: the old browser connection leads nowhere.
    if (this.#world !== undefined) void this.leave()
    const deps = this.#deps
    const world: World = {
      sandbox,
      browser: (signal) => this.browser(signal),
      get search() {
        return deps.search()
      },
    }
    this.#world = { sandbox, world }
    return world
  }

  async #inside<T>(work: (sandbox: LiveSandbox) => Promise<T>): Promise<T> {
    const sandbox = this.#deps.host.peek(this.#deps.sessionId)
    if (sandbox === undefined) throw new WorldLost('The sandbox is not awake.')
    try {
      return await work(sandbox)
    } catch (error) {
      if (error instanceof SandboxError && error.code === 'UNREACHABLE')
        throw new WorldLost(error.message, { cause: error })
      throw error
    }
  }
}

/** What the promise brings, unless the signal is first; the promise itself goes on. */
async function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = later()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function later() {
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<never>((_, no) => {
    reject = no
  })
  return { promise, reject }
}
