import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveSandbox, SandboxRecord } from '../host.ts'
import {
  type ContainerFacts,
  type Engine,
  EngineError,
  type EngineEvent,
  type OwnedContainer,
} from '../hosts/engine.ts'
import { SandboxDouble } from './sandbox-double.ts'

interface ContainerDouble {
  id: string
  sandboxId: string
  name: string
  volume: string
  sandbox?: SandboxDouble
  facts: ContainerFacts
  isWalled: boolean
}

/** An engine in this process: volumes are temporary folders, containers are SandboxDoubles. Survives a "server". */
export class EngineDouble implements Engine {
  readonly name = 'double'
  image = 'double:1'
  readonly containers = new Map<string, ContainerDouble>()
  readonly volumes = new Map<string, string>()
  /** what was asked, in order: `create ID`, `start ID`, … */
  readonly journal: string[] = []
  /** start resolves but the gateway never becomes ready */
  hangs = false
  /** the next of these verbs end in this error */
  readonly failing = new Map<string, Error>()
  warningText?: { code: string; text: string }
  #listeners = new Set<(event: EngineEvent) => void>()
  #count = 0
  #isDown = false

  network(): string {
    return 'internet'
  }

  async prepare(): Promise<void> {
    this.#do('prepare')
  }

  async createVolume(record: SandboxRecord): Promise<void> {
    this.#do('createVolume', record.volume)
    if (!this.volumes.has(record.volume))
      this.volumes.set(record.volume, mkdtempSync(join(tmpdir(), 'volume-double-')))
  }

  async removeVolume(record: SandboxRecord): Promise<void> {
    this.#do('removeVolume', record.volume)
    const folder = this.volumes.get(record.volume)
    this.volumes.delete(record.volume)
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async create(record: SandboxRecord): Promise<string> {
    this.#do('create', record.id)
    const id = `container-${++this.#count}`
    const { containerName: name, volume, id: sandboxId } = record
    this.containers.set(id, { id, sandboxId, name, volume, facts: { state: 'created' }, isWalled: false })
    return id
  }

  async start(record: SandboxRecord) {
    this.#do('start', record.id)
    const container = this.#of(record)
    container.sandbox = this.#openSandbox(container)
    container.facts = { state: 'running' }
    return { sandbox: container.sandbox, walled: this.wall(record) }
  }

  async connect(record: SandboxRecord): Promise<LiveSandbox> {
    this.#do('connect', record.id)
    const { sandbox } = this.#of(record)
    if (!sandbox) throw new EngineError('UNREACHABLE', 'The sandbox does not run.')
    return sandbox
  }

  staleWalls = false
  wallsMayBeStale(): boolean {
    return this.staleWalls
  }

  async wall(record: SandboxRecord): Promise<void> {
    this.#do('wall', record.id)
    this.#of(record).isWalled = true
  }

  async pause(record: SandboxRecord): Promise<void> {
    this.#do('pause', record.id)
    this.#of(record).facts = { state: 'paused' }
  }

  async unpause(record: SandboxRecord): Promise<LiveSandbox> {
    this.#do('unpause', record.id)
    const container = this.#of(record)
    if (container.facts.state !== 'paused' || !container.sandbox)
      throw new EngineError('NO_CONTAINER', 'The container is not paused any more.')
    container.facts = { state: 'running' }
    return container.sandbox
  }

  async stop(record: SandboxRecord): Promise<void> {
    this.#do('stop', record.id)
    this.#end(this.#of(record), { state: 'exited', exitCode: 0 })
  }

  async remove(containerId: string): Promise<void> {
    this.#do('remove', containerId)
    const container = this.containers.get(containerId)
    if (container) this.#end(container, { state: 'gone' })
    this.containers.delete(containerId)
  }

  async rename(record: SandboxRecord): Promise<void> {
    this.#do('rename', record.containerName)
    this.#of(record).name = record.containerName
  }

  async inspect(record: SandboxRecord): Promise<ContainerFacts> {
    return this.containers.get(record.containerId ?? '')?.facts ?? { state: 'gone' }
  }

  async log(): Promise<string> {
    return 'the last lines of the log'
  }

  async owned(): Promise<OwnedContainer[]> {
    this.#do('owned')
    return [...this.containers.values()].map(({ id, sandboxId, facts }) => ({
      containerId: id,
      sandboxId,
      state: facts.state,
    }))
  }

  watch(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async usage(): Promise<{ memoryBytes: number }> {
    return { memoryBytes: 1 }
  }

  async pruneImages(): Promise<string[]> {
    return []
  }

  isSandboxAddress(): boolean {
    return false
  }

  warning(): { code: string; text: string } | undefined {
    return this.warningText
  }

  async close(): Promise<void> {}

  /** Somebody ended the container from outside, or its memory ran out. */
  kill(
    containerId: string,
    about: { exitCode?: number; outOfMemory?: boolean; destroy?: boolean } = {},
  ): void {
    const container = this.containers.get(containerId)
    if (!container) return
    const { exitCode = 137, outOfMemory = false } = about
    this.#end(container, { state: 'exited', exitCode, outOfMemory })
    this.#tell({ type: 'died', containerId, exitCode, outOfMemory })
    if (!about.destroy) return
    this.containers.delete(containerId)
    this.#tell({ type: 'destroyed', containerId })
  }

  /** The engine stops and takes its containers with it. */
  shutDown(): void {
    this.#isDown = true
    for (const container of this.containers.values())
      if (container.facts.state !== 'created') this.#end(container, { state: 'exited', exitCode: 137 })
    this.#tell({ type: 'down' })
  }

  startUp(): void {
    this.#isDown = false
    this.#tell({ type: 'up' })
  }

  /** Ends all processes and removes all folders. */
  async dispose(): Promise<void> {
    for (const container of this.containers.values()) this.#end(container, { state: 'gone' })
    for (const folder of this.volumes.values())
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    this.containers.clear()
    this.volumes.clear()
  }

  #openSandbox(container: ContainerDouble): SandboxDouble {
    const root = this.volumes.get(container.volume)
    if (!root) throw new EngineError('FAILED', `There is no volume ${container.volume}.`)
    const sandbox = new SandboxDouble({ id: container.sandboxId, root })
    sandbox.isReady = !this.hangs
    return sandbox
  }

  #end(container: ContainerDouble, facts: ContainerFacts): void {
    container.facts = facts
    container.isWalled = false
    container.sandbox?.crash()
    container.sandbox = undefined
  }

  #of(record: SandboxRecord): ContainerDouble {
    const container = this.containers.get(record.containerId ?? '')
    if (!container) throw new EngineError('NO_CONTAINER', 'The engine does not know this container.')
    return container
  }

  #do(verb: string, subject = ''): void {
    this.journal.push(`${verb} ${subject}`.trim())
    if (this.#isDown)
      throw new EngineError('UNREACHABLE', 'The Docker engine does not answer. Is it running?')
    const error = this.failing.get(verb)
    this.failing.delete(verb)
    if (error) throw error
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
