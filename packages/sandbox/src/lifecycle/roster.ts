import type { LiveSandbox, SandboxNews, SandboxRecord, SandboxStore } from '../host.ts'
import type { Slot } from './slots.ts'

/**
 * Who has which sandbox, mirrored from the store: every change is in the store before anyone hears of it.
 * Beside it what only lives in this process: open connections, slots, holds.
 */
export class Roster {
  readonly live = new Map<string, LiveSandbox>()
  readonly #records = new Map<string, SandboxRecord>()
  readonly #slots = new Map<string, Slot>()
  readonly #holds = new Map<string, number>()
  readonly #listeners = new Set<(news: SandboxNews) => void>()
  readonly #store: SandboxStore

  constructor(store: SandboxStore) {
    this.#store = store
    for (const record of store.all()) this.#records.set(record.id, { ...record })
  }

  all(): SandboxRecord[] {
    return [...this.#records.values()]
  }

  ofSession(sessionId: string): SandboxRecord | undefined {
    return this.all().find((record) => record.sessionId === sessionId)
  }

  ofContainer(containerId: string): SandboxRecord | undefined {
    return this.all().find((record) => record.containerId === containerId)
  }

  has(record: SandboxRecord): boolean {
    return this.#records.get(record.id) === record
  }

  add(record: SandboxRecord): SandboxRecord {
    this.#records.set(record.id, record)
    this.#store.put({ ...record })
    return record
  }

  update(record: SandboxRecord, patch: Partial<SandboxRecord>): void {
    Object.assign(record, patch)
    if (this.has(record)) this.#store.put({ ...record })
  }

  forget(record: SandboxRecord): void {
    this.sleep(record)
    this.#records.delete(record.id)
    this.#store.remove(record.id)
  }

  awake(record: SandboxRecord, sandbox: LiveSandbox, slot: Slot): void {
    this.live.set(record.id, sandbox)
    this.#slots.get(record.id)?.release()
    this.#slots.set(record.id, slot)
  }

  /** No longer running: its place is free for another. */
  sleep(record: SandboxRecord): void {
    this.live.delete(record.id)
    const slot = this.#slots.get(record.id)
    this.#slots.delete(record.id)
    slot?.release()
  }

  hold(sessionId: string): void {
    this.#holds.set(sessionId, (this.#holds.get(sessionId) ?? 0) + 1)
  }

  release(sessionId: string): void {
    const left = (this.#holds.get(sessionId) ?? 1) - 1
    if (left > 0) this.#holds.set(sessionId, left)
    else this.#holds.delete(sessionId)
  }

  isHeld(sessionId: string | undefined): boolean {
    return sessionId !== undefined && this.#holds.has(sessionId)
  }

  tell(news: SandboxNews): void {
    for (const listener of this.#listeners) listener(news)
  }

  onNews(listener: (news: SandboxNews) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
