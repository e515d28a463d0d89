import type { Duplex } from 'node:stream'
import type { GatewayEvent } from '@deskhand/protocol/sandbox'
import type { Sandbox } from './sandbox.ts'

/** A sandbox that is awake and answers, with the doors that only the server may use. */
export interface LiveSandbox extends Sandbox {
  /** raw RFB bytes; a view-only stream drops every input message in the gateway */
  vnc(mode: 'view' | 'control', options?: { signal?: AbortSignal }): Promise<Duplex>
  /** HTTP address of a program that listens in the sandbox, through the gateway; `headers` must go along */
  proxy(port: number): { url: string; headers: Record<string, string> }
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** what the gateway tells by itself (browser restarted, disk near its limit, …), until the returned function is called */
  events(listener: (event: GatewayEvent) => void): () => void
}

export type SandboxState = 'none' | 'queued' | 'creating' | 'booting' | 'ready' | 'paused' | 'stopped'

/** One row of what is known of sandboxes; kept in the database so that a crash loses nothing. */
export interface SandboxRecord {
  id: string
  sessionId?: string
  containerId?: string
  containerName: string
  volume: string
  token: string
  image: string
  state: SandboxState
  role: 'pool' | 'session'
  timeZone: string
  language: string
  /** ms since 1970 */
  createdAt: number
  lastUsedAt: number
}

/** Where the records live. Every call is committed when it returns. */
export interface SandboxStore {
  all(): SandboxRecord[]
  put(record: SandboxRecord): void
  remove(id: string): void
}

export interface AcquireOptions {
  timeZone: string
  language: string
  signal?: AbortSignal
  onProgress?: (progress: { phase: string; text: string; percent?: number }) => void
  /** place in the queue, 1 = next */
  onQueued?: (place: number) => void
}

export type SandboxNews =
  | { type: 'state'; sessionId: string; state: SandboxState; expiresAt?: number }
  | {
      type: 'ended'
      sessionId: string
      reason: 'stopped' | 'lost' | 'removed' | 'out_of_memory'
      text?: string
      log?: string
    }
  | { type: 'notice'; sessionId: string; level: 'info' | 'warning' | 'error'; code: string; text: string }

export interface SandboxStatus {
  sessionId?: string
  id: string
  state: SandboxState
  role: 'pool' | 'session'
  createdAt: number
  lastUsedAt: number
  expiresAt?: number
  memoryBytes?: number
  cpuPercent?: number
}

/** The lifecycle: which session has which computer, and in what state. One per engine. */
export interface SandboxHost {
  /** Takes a warm one, wakes the session's own, or makes one; waits in the queue when too many run. Throws SandboxBootError with the log's tail. */
  acquire(
    sessionId: string,
    options: AcquireOptions,
  ): Promise<{ sandbox: LiveSandbox; from: 'pool' | 'new' | 'woken'; bootMs: number }>
  /** the session's sandbox if it is awake right now */
  peek(sessionId: string): LiveSandbox | undefined
  state(sessionId: string): {
    state: SandboxState
    expiresAt?: number
    chromeSandbox?: boolean
    network?: string
  }
  /** something happened: the idle clocks start anew. `hold` keeps it awake until the returned function is called. */
  touch(sessionId: string): void
  hold(sessionId: string, why: 'run' | 'viewer' | 'terminal' | 'preview'): () => void
  pause(sessionId: string): Promise<void>
  stop(sessionId: string): Promise<void>
  restart(sessionId: string, options: AcquireOptions): Promise<LiveSandbox>
  extend(sessionId: string, minutes: number): void
  /** container and volume */
  remove(sessionId: string): Promise<void>
  /** at the server's start: adopt what is ours, remove what nobody owns, fill the pool */
  recover(): Promise<{ adopted: number; removed: number; lost: string[] }>
  list(): Promise<SandboxStatus[]>
  /** addresses a sandbox may call from: the server refuses requests of theirs */
  isSandboxAddress(address: string): boolean
  onNews(listener: (news: SandboxNews) => void): () => void
  close(): Promise<void>
}

export class SandboxBootError extends Error {
  readonly log: string
  readonly reason: 'failed' | 'timeout' | 'out_of_memory' | 'engine'
  constructor(reason: SandboxBootError['reason'], message: string, log = '', options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SandboxBootError'
    this.reason = reason
    this.log = log
  }
}
