import type { LiveSandbox, SandboxRecord } from '../host.ts'

/** How a container stands. `gone`: the engine does not know it. */
export interface ContainerFacts {
  state: 'created' | 'running' | 'paused' | 'exited' | 'gone'
  exitCode?: number
  outOfMemory?: boolean
}

export interface OwnedContainer {
  containerId: string
  /** SandboxRecord.id, from its label */
  sandboxId: string
  state: ContainerFacts['state']
}

export type EngineEvent =
  | { type: 'died'; containerId: string; exitCode?: number; outOfMemory: boolean }
  /** a process in it was ended for lack of memory; the container goes on */
  | { type: 'oom'; containerId: string }
  | { type: 'destroyed'; containerId: string }
  | { type: 'down' }
  | { type: 'up' }

/**
 * What runs sandboxes. It does as it is told and keeps no state of its own: which session has which container is the
 * lifecycle's. Every method throws EngineError when the engine refuses or does not answer.
 */
export interface Engine {
  readonly name: string
  /** image that new sandboxes are made of */
  readonly image: string
  /** what a sandbox may reach, and whether that is enforced */
  network(): string
  /** what must be there before a sandbox starts; safe to call again, cheap when it is there */
  prepare(): Promise<void>
  createVolume(record: SandboxRecord): Promise<void>
  removeVolume(record: SandboxRecord): Promise<void>
  /** answers the container's id */
  create(record: SandboxRecord): Promise<string>
  /** Running when it resolves; `walled` resolves when the walls around it are in force. */
  start(record: SandboxRecord): Promise<{ sandbox: LiveSandbox; walled: Promise<void> }>
  /** for one that runs already, after a restart of the server */
  connect(record: SandboxRecord): Promise<LiveSandbox>
  wall(record: SandboxRecord): Promise<void>
  /** the walls of running sandboxes name an address of the server that may be another since its start */
  wallsMayBeStale(): boolean
  pause(record: SandboxRecord): Promise<void>
  unpause(record: SandboxRecord): Promise<LiveSandbox>
  stop(record: SandboxRecord): Promise<void>
  /** the container, running or not; the volume stays. No error when it is gone already */
  remove(containerId: string): Promise<void>
  rename(record: SandboxRecord): Promise<void>
  inspect(record: SandboxRecord): Promise<ContainerFacts>
  /** the last lines that its programs wrote */
  log(record: SandboxRecord): Promise<string>
  /** containers of this install, whatever their state */
  owned(): Promise<OwnedContainer[]>
  watch(listener: (event: EngineEvent) => void): () => void
  usage(record: SandboxRecord): Promise<{ memoryBytes?: number; cpuPercent?: number }>
  /** removes our images of older versions that no container uses */
  pruneImages(): Promise<string[]>
  isSandboxAddress(address: string): boolean
  /** a warning that people should see about every sandbox of this engine */
  warning(): { code: string; text: string } | undefined
  close(): Promise<void>
}

/** `code`: UNREACHABLE, NO_ACCESS, NOT_RUNNING, NOT_INSTALLED, ELSEWHERE, NO_IMAGE, DISK_FULL, NO_CONTAINER, FAILED */
export class EngineError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EngineError'
    this.code = code
  }
}
