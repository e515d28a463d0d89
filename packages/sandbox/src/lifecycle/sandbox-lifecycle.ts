import type { SandboxClock } from '../clock.ts'
import type {
  AcquireOptions,
  LiveSandbox,
  SandboxHost,
  SandboxNews,
  SandboxRecord,
  SandboxState,
  SandboxStatus,
  SandboxStore,
} from '../host.ts'
import type { Engine } from '../hosts/engine.ts'
import type { SandboxSettings } from '../settings.ts'
import { type AwakenDeps, claim, makeAnew, wake } from './awaken.ts'
import { abortable } from './boot.ts'
import { GatewayEars } from './gateway-ears.ts'
import { expiryOf, type IdleStep } from './idle.ts'
import { IdleSweep, isWorking } from './idle-sweep.ts'
import { keepWatch } from './keep-watch.ts'
import { KeyedLock } from './keyed-lock.ts'
import { newRecord } from './new-record.ts'
import { type Recovered, recover } from './recover.ts'
import { Roster } from './roster.ts'
import { type Slot, Slots } from './slots.ts'
import { WarmPool } from './warm-pool.ts'

export interface LifecycleOptions {
  engine: Engine
  store: SandboxStore
  clock: SandboxClock
  settings: Pick<
    SandboxSettings,
    | 'pool'
    | 'max'
    | 'bootSeconds'
    | 'pauseMinutes'
    | 'ttlMinutes'
    | 'keepDays'
    | 'namePrefix'
    | 'timeZone'
    | 'language'
  >
}

type From = 'pool' | 'new' | 'woken'

/** The lifecycle over any engine. One thing at a time for each session; all sessions share the places there are. */
export class SandboxLifecycle implements SandboxHost {
  #engine: Engine
  #clock: SandboxClock
  #settings: LifecycleOptions['settings']
  #roster: Roster
  #slots: Slots
  #locks = new KeyedLock()
  #pool: WarmPool
  #idle: IdleSweep
  #ears: GatewayEars
  #deps: AwakenDeps
  #stopWatching: () => void
  #ending = new Map<string, AbortController>()
  #acquiring = 0
  #closed = false
  /** records of an earlier start; the others are this one's own work */
  readonly #found: ReadonlySet<string>

  constructor({ engine, store, clock, settings }: LifecycleOptions) {
    this.#engine = engine
    this.#clock = clock
    this.#settings = settings
    this.#roster = new Roster(store)
    this.#found = new Set(this.#roster.all().map(({ id }) => id))
    this.#slots = new Slots(settings.max, () => this.#makeRoom())
    this.#deps = { engine, roster: this.#roster, clock, settings }
    const { timeZone = 'UTC', language = 'en' } = { ...settings, ...lastSurroundings(this.#roster) }
    this.#pool = new WarmPool(
      {
        ...this.#deps,
        size: settings.pool,
        slots: this.#slots,
        isBusy: () => this.#acquiring > 0 || this.#slots.waiting > 0,
      },
      { timeZone, language },
    )
    const apply = (record: SandboxRecord, to: IdleStep['to']) =>
      this.#locked(record, () => this.#rest(record, to))
    this.#idle = new IdleSweep({ clock, roster: this.#roster, times: settings, apply })
    this.#ears = new GatewayEars(this.#roster, clock)
    this.#stopWatching = keepWatch({
      engine,
      roster: this.#roster,
      isExpected: (record) => this.#locks.isHeld(lockOf(record)) || isOnItsWay(record.state),
      changed: () => this.#changed(),
      reconcile: () => this.#reconcile(),
    })
  }

  async acquire(sessionId: string, options: AcquireOptions) {
    const began = this.#clock.now()
    options.signal?.throwIfAborted()
    this.#acquiring++
    const work = this.#locks
      .run(sessionId, () => this.#awaken(sessionId, options))
      .finally(() => {
        this.#acquiring--
        this.#changed()
      })
    // When the caller goes away the boot goes on: the session has its sandbox then, and the idle timers look after it.
    const { sandbox, from } = await abortable(work, options.signal)
    this.touch(sessionId)
    return { sandbox, from, bootMs: this.#clock.now() - began }
  }

  peek(sessionId: string): LiveSandbox | undefined {
    const record = this.#roster.ofSession(sessionId)
    return record?.state === 'ready' ? this.#roster.live.get(record.id) : undefined
  }

  state(sessionId: string) {
    const record = this.#roster.ofSession(sessionId)
    const isQueued = this.#queued.has(sessionId)
    return {
      state: isQueued ? ('queued' as const) : (record?.state ?? ('none' as const)),
      expiresAt: record && this.#expiry(record),
      chromeSandbox: record && this.#ears.chromeSandbox(record.id),
      network: this.#engine.network(),
    }
  }
  #queued = new Set<string>()

  touch(sessionId: string): void {
    const record = this.#roster.ofSession(sessionId)
    if (!record) return
    this.#roster.update(record, { lastUsedAt: Math.max(record.lastUsedAt, this.#clock.now()) })
    this.#idle.schedule()
  }

  hold(sessionId: string): () => void {
    this.#roster.hold(sessionId)
    this.touch(sessionId)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#roster.release(sessionId)
      this.touch(sessionId)
      this.#changed()
    }
  }

  pause(sessionId: string): Promise<void> {
    return this.#locks.run(sessionId, async () => this.#restSession(sessionId, 'paused'))
  }

  stop(sessionId: string): Promise<void> {
    return this.#locks.run(sessionId, async () => this.#restSession(sessionId, 'stopped'))
  }

  async restart(sessionId: string, options: AcquireOptions): Promise<LiveSandbox> {
    await this.stop(sessionId)
    return (await this.acquire(sessionId, options)).sandbox
  }

  extend(sessionId: string, minutes: number): void {
    const record = this.#roster.ofSession(sessionId)
    if (!record) return
    const from = Math.max(record.lastUsedAt, this.#clock.now())
    this.#roster.update(record, { lastUsedAt: from + minutes * 60_000 })
    this.#tellState(record)
    this.#idle.schedule()
  }

  async remove(sessionId: string): Promise<void> {
    this.#ending.get(sessionId)?.abort(new Error('The session was deleted.'))
    await this.#locks.run(sessionId, async () => {
      const record = this.#roster.ofSession(sessionId)
      if (!record) return
      if (record.containerId) await this.#engine.remove(record.containerId)
      await this.#engine.removeVolume(record)
      this.#roster.forget(record)
      this.#roster.tell({ type: 'ended', sessionId, reason: 'removed' })
    })
    this.#changed()
  }

  async recover(): Promise<Recovered> {
    await this.#engine.prepare()
    const result = await recover(this.#engine, this.#roster, this.#slots, this.#found)
    this.#ears.listenToAll()
    for (const record of this.#roster.all())
      if (record.state === 'ready' && record.sessionId) this.touch(record.sessionId)
    // Images are looked after when nobody waits for the start any more.
    this.#engine.pruneImages().catch(() => {})
    this.#changed()
    return result
  }

  async list(): Promise<SandboxStatus[]> {
    return Promise.all(
      this.#roster.all().map(async (record) => ({
        id: record.id,
        sessionId: record.sessionId,
        state: record.state,
        role: record.role,
        createdAt: record.createdAt,
        lastUsedAt: Math.min(record.lastUsedAt, this.#clock.now()),
        expiresAt: this.#expiry(record),
        ...(record.state === 'ready' || record.state === 'paused'
          ? await this.#engine.usage(record).catch(() => ({}))
          : {}),
      })),
    )
  }

  isSandboxAddress(address: string): boolean {
    return this.#engine.isSandboxAddress(address)
  }

  onNews(listener: (news: SandboxNews) => void): () => void {
    return this.#roster.onNews(listener)
  }

  /** Sandboxes stay as they are: the next start adopts them. Unclaimed ones go. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopWatching()
    this.#idle.close()
    this.#ears.close()
    for (const ending of this.#ending.values()) ending.abort(new Error('The server is closing.'))
    await this.#pool.close()
    await Promise.allSettled(
      this.#roster
        .all()
        .filter((record) => record.role === 'pool')
        .map((record) => this.#pool.discard(record)),
    )
    await this.#engine.close()
  }

  async #awaken(sessionId: string, options: AcquireOptions): Promise<{ sandbox: LiveSandbox; from: From }> {
    options.signal?.throwIfAborted()
    if (this.#closed) throw new Error('The server is closing.')
    const known = this.#roster.ofSession(sessionId)
    const live = known?.state === 'ready' ? this.#roster.live.get(known.id) : undefined
    if (live) return { sandbox: live, from: 'woken' }
    const ending = new AbortController()
    this.#ending.set(sessionId, ending)
    try {
      const slot = await this.#waitForSlot(sessionId, ending.signal, options)
      return await this.#bring(
        sessionId,
        known,
        slot,
        { signal: ending.signal, onProgress: options.onProgress },
        options,
      )
    } finally {
      this.#ending.delete(sessionId)
    }
  }

  async #waitForSlot(
    sessionId: string,
    ending: AbortSignal,
    { signal, onQueued }: AcquireOptions,
  ): Promise<Slot> {
    const onPlace = (place: number) => {
      if (!this.#queued.has(sessionId)) {
        this.#queued.add(sessionId)
        this.#roster.tell({ type: 'state', sessionId, state: 'queued' })
      }
      onQueued?.(place)
    }
    try {
      return await this.#slots.take({ signal: signal ? AbortSignal.any([signal, ending]) : ending, onPlace })
    } finally {
      this.#queued.delete(sessionId)
    }
  }

  async #bring(
    sessionId: string,
    known: SandboxRecord | undefined,
    slot: Slot,
    waking: { signal: AbortSignal; onProgress?: AcquireOptions['onProgress'] },
    { timeZone, language }: AcquireOptions,
  ): Promise<{ sandbox: LiveSandbox; from: From }> {
    const warm = known ? undefined : this.#pool.take({ timeZone, language })
    const { engine, settings } = { engine: this.#engine, settings: this.#settings }
    const fresh = () =>
      this.#roster.add(
        newRecord({
          sessionId,
          timeZone,
          language,
          image: engine.image,
          prefix: settings.namePrefix,
          now: this.#clock.now(),
        }),
      )
    try {
      if (warm) {
        const sandbox = await claim(this.#deps, warm, sessionId).catch(() => undefined)
        if (sandbox) return this.#ready(warm, sandbox, slot, 'pool')
        await this.#pool.discard(warm).catch(() => {}) // its container is gone; recover() takes the rest
      }
      const record = known ?? fresh()
      const hasContainer = record.containerId !== undefined && record.state !== 'none'
      const sandbox = await (hasContainer ? wake : makeAnew)(this.#deps, record, waking)
      return this.#ready(record, sandbox, slot, hasContainer ? 'woken' : 'new')
    } catch (error) {
      slot.release()
      throw error
    }
  }

  #ready(
    record: SandboxRecord,
    sandbox: LiveSandbox,
    slot: Slot,
    from: From,
  ): { sandbox: LiveSandbox; from: From } {
    this.#roster.update(record, {
      state: 'ready',
      lastUsedAt: Math.max(record.lastUsedAt, this.#clock.now()),
    })
    this.#roster.awake(record, sandbox, slot)
    this.#ears.listen(record, sandbox)
    this.#tellState(record)
    const warning = this.#engine.warning()
    if (warning && record.sessionId && from !== 'woken')
      this.#roster.tell({ type: 'notice', sessionId: record.sessionId, level: 'warning', ...warning })
    return { sandbox, from }
  }

  async #restSession(sessionId: string, to: 'paused' | 'stopped'): Promise<void> {
    const record = this.#roster.ofSession(sessionId)
    if (record) await this.#rest(record, to)
  }

  async #rest(record: SandboxRecord, to: IdleStep['to']): Promise<void> {
    if (!record.containerId || !this.#roster.has(record) || record.state === to) return
    if (to === 'paused') {
      if (record.state !== 'ready') return
      await this.#engine.pause(record)
    } else if (to === 'stopped') {
      if (record.state !== 'ready' && record.state !== 'paused') return
      await this.#engine.stop(record)
    } else await this.#engine.remove(record.containerId)
    this.#roster.update(record, { state: to, ...(to === 'none' ? { containerId: undefined } : {}) })
    this.#ears.deafen(record)
    this.#roster.sleep(record)
    this.#tellState(record)
    this.#idle.schedule()
  }

  /** Puts the least recently used one to sleep that nothing holds and nothing runs in. */
  async #makeRoom(): Promise<boolean> {
    const idle = this.#roster
      .all()
      .filter(
        (one) =>
          one.state === 'ready' && !this.#roster.isHeld(one.sessionId) && !this.#locks.isHeld(lockOf(one)),
      )
      .sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    for (const record of idle) {
      const sandbox = this.#roster.live.get(record.id)
      if (sandbox && (await isWorking(sandbox, this.#clock.now()))) continue
      await this.#locked(record, async () => {
        if (!this.#roster.isHeld(record.sessionId)) await this.#rest(record, 'paused')
      }).catch(() => {}) // it cannot be paused now: the next one may
      if (record.state !== 'ready') return true
    }
    return false
  }

  async #reconcile(): Promise<void> {
    const awake = this.#roster.all().filter((one) => one.state === 'ready' || one.state === 'paused')
    await this.#engine.prepare()
    await recover(this.#engine, this.#roster, this.#slots)
    for (const record of awake) {
      if (record.state === 'ready' || record.state === 'paused' || !record.sessionId) continue
      const text =
        'The Docker engine was started anew. The computer starts again at its next use; /workspace is kept.'
      this.#roster.tell({ type: 'ended', sessionId: record.sessionId, reason: 'lost', text })
    }
    this.#ears.listenToAll()
    this.#changed()
  }

  #locked<T>(record: SandboxRecord, work: () => Promise<T>): Promise<T> {
    return this.#locks.run(lockOf(record), work)
  }

  #expiry(record: SandboxRecord): number | undefined {
    return this.#roster.isHeld(record.sessionId) ? undefined : expiryOf(record, this.#settings)
  }

  #tellState(record: SandboxRecord): void {
    if (!record.sessionId) return
    const news = { type: 'state' as const, sessionId: record.sessionId, state: record.state }
    this.#roster.tell({ ...news, expiresAt: this.#expiry(record) })
  }

  #changed(): void {
    if (this.#closed) return
    this.#slots.serve()
    this.#idle.schedule()
    this.#pool.refill()
  }
}

const lockOf = (record: SandboxRecord) => record.sessionId ?? record.id
const isOnItsWay = (state: SandboxState) => state === 'creating' || state === 'booting' || state === 'none'

function lastSurroundings(roster: Roster): { timeZone?: string; language?: string } {
  const last = roster.all().sort((a, b) => b.createdAt - a.createdAt)[0]
  return last ? { timeZone: last.timeZone, language: last.language } : {}
}
