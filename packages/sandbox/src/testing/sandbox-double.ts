import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, PassThrough } from 'node:stream'
import type { CallRecord, GatewayEvent, Health, ListeningPort } from '@deskhand/protocol/sandbox'
import type { LiveSandbox } from '../host.ts'
import { SandboxError, type SandboxFiles, type SandboxShell } from '../sandbox.ts'
import { DoubleFiles } from './double-files.ts'
import { DoublePaths } from './double-paths.ts'
import { type CommandScript, DoubleShells } from './double-shells.ts'
import { RfbDouble } from './rfb-double.ts'

export interface SandboxDoubleOptions {
  id?: string
  /** where a real Chrome answers, for tests that have one */
  cdpUrl?: string
  /** reuse the folder of an earlier double, as a container on a kept volume */
  root?: string
}

/** What was asked of the double, in order: `shell.exec`, `files.write`, `browser.pressKey`, … */
export interface DoubleCall {
  method: string
  args: unknown[]
}

/**
 * A sandbox in this process: a real folder for its files, real bash for its shells, the gateway's journal by call id.
 * `close()` ends its processes and removes the folder (unless it was handed in).
 */
export class SandboxDouble implements LiveSandbox {
  readonly id: string
  readonly root: string
  readonly calls: DoubleCall[] = []
  /** what ports() answers */
  readonly listening: ListeningPort[] = []
  readonly rfb = new RfbDouble()
  readonly shell: SandboxShell
  readonly files: SandboxFiles
  readonly browser: LiveSandbox['browser']
  readonly clipboard: LiveSandbox['clipboard']
  clipboardText = ''
  /** what health() says: false as in a boot that hangs */
  isReady = true
  #paths: DoublePaths
  #shells: DoubleShells
  #files: DoubleFiles
  #records = new Map<string, CallRecord>()
  #failures: { method: string; error: Error; after: boolean }[] = []
  #gone?: SandboxError
  #ownsRoot: boolean
  #restarts = 0

  constructor(options: SandboxDoubleOptions = {}) {
    this.id = options.id ?? 'double'
    this.#ownsRoot = options.root === undefined
    const root = options.root ?? mkdtempSync(join(tmpdir(), 'sandbox-double-'))
    for (const folder of ['workspace/uploads', 'workspace/downloads', 'home/agent', 'tmp'])
      mkdirSync(join(root, folder), { recursive: true })
    this.#paths = new DoublePaths(root)
    this.root = this.#paths.root
    this.#shells = new DoubleShells(this.#paths)
    this.#files = new DoubleFiles(this.#paths)
    this.shell = this.#watched('shell', this.#shellDoor())
    this.files = this.#watched('files', this.#fileDoor())
    this.clipboard = this.#watched('clipboard', {
      read: async () => this.clipboardText,
      write: async (text: string) => {
        this.clipboardText = text
      },
    })
    const cdpUrl = options.cdpUrl ?? 'http://127.0.0.1:9'
    const keys = this.#watched('browser', {
      pressKey: async (_key: string) => {},
      restart: async () => {
        this.#restarts++
      },
    })
    this.browser = { cdp: () => ({ url: cdpUrl, headers: {} }), ...keys }
  }

  /** Answers commands without bash; undefined from the script lets bash run them. */
  onCommand(script: CommandScript | undefined): void {
    this.#shells.script = script
  }

  /** The next call of this method ends in the error; `after`: what it does is done first, and only the answer lost. */
  failNext(method: string, error: Error = unreachable(), options: { after?: boolean } = {}): void {
    this.#failures.push({ method, error, after: options.after ?? false })
  }

  /** The container is gone: processes end, every call throws until revive(). Files stay, as on the volume. */
  crash(error: SandboxError = unreachable()): void {
    this.#gone = error
    this.#shells.killAll()
    this.rfb.disconnect()
  }

  revive(): void {
    this.#gone = undefined
  }

  setDiskFull(full: boolean): void {
    this.#files.full = full
  }

  async health(): Promise<Health> {
    this.#enter('health', [])
    const display = { up: true, width: 1280, height: 1024, restarts: 0 }
    return {
      api: 1,
      image: 'double',
      ready: this.isReady,
      browser: { up: true, version: 'double', restarts: this.#restarts, sandboxed: true },
      display,
      gateway: {
        restarts: 0,
        uptimeMs: Math.round(process.uptime() * 1000),
        rssBytes: process.memoryUsage.rss(),
      },
      disk: { usedBytes: 0, limitBytes: 10 * 2 ** 30, full: this.#files.full },
      os: { name: 'double', arch: process.arch },
    }
  }

  async ports(): Promise<ListeningPort[]> {
    this.#enter('ports', [])
    return [...this.listening]
  }

  async call(callId: string): Promise<CallRecord | undefined> {
    this.#enter('call', [callId])
    return this.#records.get(callId)
  }

  async vnc(mode: 'view' | 'control'): Promise<Duplex> {
    this.#enter('vnc', [mode])
    return this.rfb.connect(mode)
  }

  /** Programs started by the double's shells listen on this machine's loopback. */
  proxy(port: number): { url: string; headers: Record<string, string> } {
    return { url: `http://127.0.0.1:${port}`, headers: {} }
  }

  events(listener: (event: GatewayEvent) => void): () => void {
    this.#events.add(listener)
    return () => this.#events.delete(listener)
  }
  #events = new Set<(event: GatewayEvent) => void>()

  /** As if the gateway told it. */
  tell(event: GatewayEvent): void {
    for (const listener of this.#events) listener(event)
  }

  async close(): Promise<void> {
    this.crash()
    if (this.#ownsRoot) rmSync(this.root, { recursive: true, force: true, maxRetries: 3 })
  }

  #shellDoor(): SandboxShell {
    const shells = this.#shells
    return {
      exec: (request, options) =>
        this.#recorded('shell', request.callId, () => shells.exec(request, options)),
      continue: (request, options) =>
        this.#recorded('shell', request.callId, () => shells.continue(request, options)),
      list: async () => shells.list(),
      stop: (request) => shells.stop(request),
      attach: async (name) => {
        const shell = shells.get(name)
        const output = new PassThrough()
        const onOutput = (text: string) => output.write(text)
        shell.on('output', onOutput)
        output.once('close', () => shell.off('output', onOutput))
        const input = new PassThrough().on('data', (bytes: Buffer) => shell.write(bytes))
        return Duplex.from({ readable: output, writable: input })
      },
    }
  }

  #fileDoor(): SandboxFiles {
    const files = this.#files
    return {
      list: (path, options) => files.list(path, options),
      stat: (path, options) => files.stat(path, options),
      read: (request) => files.read(request),
      write: (request) => this.#recorded('file', request.callId, () => files.write(request)),
      edit: (request) => this.#recorded('file', request.callId, () => files.edit(request)),
      search: (request) => files.search(request),
      download: (path, options) => files.download(path, options),
      upload: (path, body) => files.upload(path, body),
      archive: (path) => files.archive(path),
      move: (from, to) => files.move(from, to),
      remove: (path) => files.remove(path),
    }
  }

  async #recorded<T>(
    kind: CallRecord['kind'],
    callId: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    if (callId === undefined) return work()
    this.#records.set(callId, { callId, kind, state: 'running' })
    try {
      const result = await work()
      this.#records.set(callId, { callId, kind, state: 'done', result })
      return result
    } catch (error) {
      // An aborted wait leaves the command running; a refusal is an outcome like any other.
      if (error instanceof SandboxError)
        this.#records.set(callId, {
          callId,
          kind,
          state: 'done',
          result: { error: { code: error.code, message: error.message } },
        })
      throw error
    }
  }

  /** Every method is noted, and may have been told to fail. */
  #watched<T extends object>(group: string, door: T): T {
    const watched: Record<string, unknown> = {}
    for (const [name, method] of Object.entries(door)) {
      watched[name] = async (...args: unknown[]) => {
        const lose = this.#enter(`${group}.${name}`, args)
        const result = await method(...args)
        if (this.#gone) throw this.#gone
        lose?.()
        return result
      }
    }
    return watched as T
  }

  #enter(method: string, args: unknown[]): (() => never) | undefined {
    this.calls.push({ method, args })
    if (this.#gone) throw this.#gone
    const at = this.#failures.findIndex((failure) => failure.method === method)
    const [failure] = at < 0 ? [] : this.#failures.splice(at, 1)
    if (!failure) return undefined
    const fail = () => {
      throw failure.error
    }
    if (!failure.after) fail()
    return fail
  }
}

const unreachable = () => new SandboxError('UNREACHABLE', 'The sandbox does not answer.')
