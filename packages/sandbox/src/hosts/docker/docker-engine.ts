import type Docker from 'dockerode'
import { HttpSandbox } from '../../client/http-sandbox.ts'
import type { LiveSandbox, SandboxRecord } from '../../host.ts'
import type { SandboxSettings } from '../../settings.ts'
import {
  type ContainerFacts,
  type Engine,
  EngineError,
  type EngineEvent,
  type OwnedContainer,
} from '../engine.ts'
import { buildCreateOptions, GATEWAY_PORT } from './create-options.ts'
import { doorsOf } from './doors.ts'
import { explain, statusOf } from './explain.ts'
import { commonLabels, ID, ownFilter, ROLE } from './labels.ts'
import { ensureNetwork, remakeNetwork, type SandboxNetwork } from './network.ts'
import { oldImages } from './old-images.ts'
import { UsageMeter } from './usage.ts'
import { wallRules } from './wall-rules.ts'
import { raiseWalls, readResolvers } from './walls.ts'
import { watchEvents } from './watch-events.ts'

export interface DockerEngineOptions {
  docker: Docker
  settings: SandboxSettings
  seccomp?: string
  extraCa?: string
  /** the container that the server runs in, if any */
  self?: string
}

/** Sandboxes as containers of a Docker engine on this machine. */
export class DockerEngine implements Engine {
  readonly name = 'docker'
  #docker: Docker
  #settings: SandboxSettings
  #options: DockerEngineOptions
  #network?: Promise<SandboxNetwork>
  #lastNetwork?: SandboxNetwork
  readonly #openedAt = Date.now()
  #resolvers?: Promise<string[]>
  #publishes?: Promise<boolean>
  #usage: UsageMeter
  #wallsFailed?: string

  constructor(options: DockerEngineOptions) {
    this.#options = options
    this.#docker = options.docker
    this.#settings = options.settings
    this.#usage = new UsageMeter(options.docker)
  }

  get image(): string {
    return this.#settings.image
  }

  network(): string {
    const access = this.#settings.networkAccess
    return this.#wallsFailed ? `${access} (not enforced)` : access
  }

  warning(): { code: string; text: string } | undefined {
    if (!this.#wallsFailed) return undefined
    const text = `This engine cannot set firewall rules, so sandboxes can reach your local network and each other's programs. (${this.#wallsFailed})`
    return { code: 'WALLS_OFF', text }
  }

  async prepare(): Promise<void> {
    this.#network ??= ensureNetwork(...this.#networkArguments())
    try {
      this.#lastNetwork = await this.#network
    } catch (error) {
      this.#network = undefined
      throw error
    }
    this.#warmUp()
  }

  async createVolume(record: SandboxRecord): Promise<void> {
    const Labels = { ...commonLabels(this.#settings.installId), [ID]: record.id }
    await this.#ask('make the workspace volume', () =>
      this.#docker.createVolume({ Name: record.volume, Labels }),
    )
  }

  async removeVolume(record: SandboxRecord): Promise<void> {
    await this.#ask('remove the workspace volume', () => this.#docker.getVolume(record.volume).remove(), 404)
  }

  async create(record: SandboxRecord): Promise<string> {
    const network = await this.#networkNow()
    const { settings, seccomp, extraCa } = this.#options
    const publish = await this.#isPublished()
    const options = buildCreateOptions({ record, settings, network: network.name, seccomp, extraCa, publish })
    const container = await this.#ask('make a container', () => this.#docker.createContainer(options))
    return container.id
  }

  async start(record: SandboxRecord): Promise<{ sandbox: LiveSandbox; walled: Promise<void> }> {
    const running = this.#startRepairing(record)
    const walled = this.#raise(record, running)
    walled.catch(() => {}) // told to whoever waits for it
    await running
    return { sandbox: await this.connect(record), walled }
  }

  async connect(record: SandboxRecord): Promise<LiveSandbox> {
    const info = await this.#ask('look at a container', () => this.#container(record).inspect())
    const published = info.NetworkSettings.Ports?.[`${GATEWAY_PORT}/tcp`]?.[0]
    const { id, token } = record
    if (published) return new HttpSandbox({ id, token, host: '127.0.0.1', port: Number(published.HostPort) })
    const host = Object.values(info.NetworkSettings.Networks).find((one) => one.IPAddress)?.IPAddress
    if (!host) throw new EngineError('FAILED', 'The sandbox has no address: it is not running.')
    return new HttpSandbox({ id, token, host, port: GATEWAY_PORT })
  }

  wallsMayBeStale(): boolean {
    return this.#lastNetwork?.own !== undefined
  }

  wall(record: SandboxRecord): Promise<void> {
    return this.#raise(record, Promise.resolve())
  }

  async pause(record: SandboxRecord): Promise<void> {
    await this.#ask('pause a container', () => this.#container(record).pause())
  }

  async unpause(record: SandboxRecord): Promise<LiveSandbox> {
    try {
      await this.#container(record).unpause()
    } catch (error) {
      // Not paused any more: somebody ended it from outside.
      if (statusOf(error) !== 409 && statusOf(error) !== 500) throw explain(error, 'wake a container')
      const { state } = await this.inspect(record)
      if (state !== 'running')
        throw new EngineError('NO_CONTAINER', 'The container is not paused any more.', { cause: error })
    }
    return this.connect(record)
  }

  async stop(record: SandboxRecord): Promise<void> {
    const container = this.#container(record)
    // A paused program hears no signal.
    await container.unpause().catch(() => {})
    await this.#ask('stop a container', () => container.stop({ t: 5 }), 304)
  }

  async remove(containerId: string): Promise<void> {
    await this.#ask(
      'remove a container',
      () => this.#docker.getContainer(containerId).remove({ force: true }),
      404,
      409,
    )
    this.#usage.forget(containerId)
  }

  async rename(record: SandboxRecord): Promise<void> {
    await this.#ask('rename a container', () =>
      this.#container(record).rename({ name: record.containerName }),
    )
  }

  async inspect(record: SandboxRecord): Promise<ContainerFacts> {
    if (!record.containerId) return { state: 'gone' }
    try {
      const { State } = await this.#container(record).inspect()
      return { state: stateOf(State.Status), exitCode: State.ExitCode, outOfMemory: State.OOMKilled }
    } catch (error) {
      if (statusOf(error) === 404) return { state: 'gone' }
      throw explain(error, 'look at a container')
    }
  }

  async log(record: SandboxRecord): Promise<string> {
    const raw = (await this.#container(record).logs({
      stdout: true,
      stderr: true,
      tail: 30,
    })) as unknown as Buffer
    return withoutFrames(raw).trimEnd()
  }

  async owned(): Promise<OwnedContainer[]> {
    const filters = ownFilter(this.#settings.installId)
    const found = await this.#ask('list containers', () =>
      this.#docker.listContainers({ all: true, filters }),
    )
    const isHelper = ({ Labels }: Docker.ContainerInfo) => !Labels[ID]
    const isOurs = ({ Labels }: Docker.ContainerInfo) => Labels[ID] !== undefined
    // Helpers live for a fraction of a second: one from before this engine was opened was left behind by a crash. A
    // younger one is at work.
    for (const helper of found.filter(isHelper))
      if (helper.Labels[ROLE] && helper.Created * 1000 < this.#openedAt - 1000)
        void this.remove(helper.Id).catch(() => {})
    return found.filter(isOurs).map(({ Id, Labels, State }) => ({
      containerId: Id,
      sandboxId: Labels[ID] ?? '',
      state: stateOf(State),
    }))
  }

  watch(listener: (event: EngineEvent) => void): () => void {
    return watchEvents(this.#docker, this.#settings.installId, (event) => {
      // What was known of the engine belongs to the one that is gone.
      if (event.type === 'down') this.#network = this.#resolvers = this.#publishes = undefined
      listener(event)
    })
  }

  usage(record: SandboxRecord): Promise<{ memoryBytes?: number; cpuPercent?: number }> {
    return record.containerId ? this.#usage.of(record.containerId) : Promise.resolve({})
  }

  async pruneImages(): Promise<string[]> {
    const old = await oldImages(this.#docker, this.#settings)
    const removed: string[] = []
    for (const image of old) {
      // One that a container still uses is refused by the engine, and goes another time.
      const isGone = await this.#docker
        .getImage(image)
        .remove()
        .then(
          () => true,
          () => false,
        )
      if (isGone) removed.push(image)
    }
    return removed
  }

  isSandboxAddress(address: string): boolean {
    return this.#lastNetwork?.isSandboxAddress(address) ?? false
  }

  async close(): Promise<void> {}

  #networkName(): string {
    return this.#settings.network ?? `${this.#settings.namePrefix}-${this.#settings.installId.slice(0, 8)}`
  }

  #networkArguments(): Parameters<typeof ensureNetwork> {
    return [this.#docker, this.#networkName(), this.#settings.installId, this.#options.self]
  }

  async #networkNow(): Promise<SandboxNetwork> {
    await this.prepare()
    if (!this.#lastNetwork) throw new EngineError('FAILED', 'The network of the sandboxes is not there.')
    return this.#lastNetwork
  }

  async #startRepairing(record: SandboxRecord): Promise<void> {
    const container = this.#container(record)
    try {
      await container.start()
    } catch (error) {
      if (!/could not find bridge|network \S+ not found/i.test(String(error)))
        throw explain(error, 'start a container')
      this.#network = remakeNetwork(...this.#networkArguments())
      const network = await this.#networkNow()
      await this.#ask('join the new network', async () => {
        await this.#docker.getNetwork(network.name).connect({ Container: container.id })
        await container.start()
      })
    }
  }

  async #raise(record: SandboxRecord, running: Promise<void>): Promise<void> {
    const { installId, networkAccess } = this.#settings
    const containerId = record.containerId ?? ''
    try {
      await raiseWalls(this.#docker, {
        containerId,
        image: this.image,
        installId,
        rules: this.#rules(),
        running,
      })
      this.#wallsFailed = undefined
    } catch (error) {
      // Without network nothing can leave a sandbox is a promise that must not be broken quietly.
      if (networkAccess === 'none' || !(error instanceof EngineError) || error.code !== 'WALLS_FAILED')
        throw explain(error, 'set the walls')
      this.#wallsFailed = error.message
    }
  }

  async #rules(): Promise<string> {
    const { networkAccess: access } = this.#settings
    const network = await this.#networkNow()
    const [resolvers, doors] = await Promise.all([this.#resolversNow(), doorsOf(this.#settings)])
    return wallRules({ access, resolvers, doors, callers: network.callers, gatewayPort: GATEWAY_PORT })
  }

  #resolversNow(): Promise<string[]> {
    this.#resolvers ??= readResolvers(this.#docker, this.image, this.#settings.installId).catch(
      (error: unknown) => {
        this.#resolvers = undefined
        throw explain(error, 'read which name servers it uses')
      },
    )
    return this.#resolvers
  }

  /** What the first sandbox would otherwise wait for. */
  #warmUp(): void {
    if (!this.#resolvers) this.#resolversNow().catch(() => {}) // the image may not be there yet
    void this.#isPublished().catch(() => {})
  }

  /** Docker Desktop and rootless engines keep containers in a network that this machine cannot reach. */
  #isPublished(): Promise<boolean> {
    this.#publishes ??= this.#docker
      .info()
      .then((info: { OperatingSystem?: string; SecurityOptions?: string[] }) => {
        const isRootless = info.SecurityOptions?.some((option) => option.includes('rootless')) ?? false
        return process.platform !== 'linux' || isRootless || info.OperatingSystem === 'Docker Desktop'
      })
    this.#publishes.catch(() => {
      this.#publishes = undefined
    })
    return this.#publishes
  }

  #container(record: SandboxRecord): Docker.Container {
    if (!record.containerId) throw new EngineError('NO_CONTAINER', 'This sandbox has no container.')
    return this.#docker.getContainer(record.containerId)
  }

  /** The answer, or undefined where the engine says one of the statuses that are as good. */
  async #ask<T>(doing: string, work: () => Promise<T>, ...asGood: number[]): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (asGood.includes(statusOf(error) ?? 0)) return undefined as T
      throw explain(error, doing)
    }
  }
}

function stateOf(status: string): ContainerFacts['state'] {
  if (status === 'running' || status === 'restarting') return 'running'
  if (status === 'paused' || status === 'created') return status
  return 'exited'
}

/** A log without terminal comes in frames: eight bytes of header, the last four of them the length. */
function withoutFrames(raw: Buffer): string {
  const parts: Buffer[] = []
  for (let at = 0; at + 8 <= raw.length; ) {
    const end = at + 8 + raw.readUInt32BE(at + 4)
    parts.push(raw.subarray(at + 8, end))
    at = end
  }
  return Buffer.concat(parts).toString('utf8')
}
