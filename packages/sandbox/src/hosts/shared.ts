import { HttpSandbox } from '../client/http-sandbox.ts'
import type { SandboxRecord, SandboxStore } from '../host.ts'
import type { ContainerFacts, Engine, OwnedContainer } from './engine.ts'
import type { HostKind } from './index.ts'

/** SANDBOX_ADDRESS: every session uses the same sandbox, started by hand. For development alone. */
export const sharedHost: HostKind = {
  name: 'shared',
  fits: (settings) => settings.address !== undefined,
  async open({ settings, store }) {
    const address = sharedAddress(settings.address ?? '')
    return { engine: new SharedEngine(address, store), where: `${address.host}:${address.port}` }
  },
}

interface SharedAddress {
  host: string
  port: number
  token: string
}

/** `TOKEN@host:port`, also as a URL; the port is 8080 when it is not said. */
export function sharedAddress(text: string): SharedAddress {
  const { hostname, port, username } = new URL(text.includes('://') ? text : `http://${text}`)
  return { host: hostname, port: Number(port || 8080), token: decodeURIComponent(username) }
}

class SharedEngine implements Engine {
  readonly name = 'shared'
  readonly image = 'shared'
  #address: SharedAddress
  #store: SandboxStore

  constructor(address: SharedAddress, store: SandboxStore) {
    this.#address = address
    this.#store = store
  }

  network(): string {
    return 'shared'
  }
  warning() {
    return { code: 'SANDBOX_SHARED', text: 'All sessions share one development sandbox (SANDBOX_ADDRESS).' }
  }
  async create(record: SandboxRecord): Promise<string> {
    return `shared-${record.id}`
  }
  async start(record: SandboxRecord) {
    return { sandbox: await this.connect(record), walled: Promise.resolve() }
  }
  async connect(record: SandboxRecord) {
    return new HttpSandbox({ id: record.id, ...this.#address })
  }
  unpause(record: SandboxRecord) {
    return this.connect(record)
  }
  async inspect(): Promise<ContainerFacts> {
    return { state: 'running' }
  }
  async owned(): Promise<OwnedContainer[]> {
    return this.#store
      .all()
      .flatMap(({ id, containerId }) =>
        containerId ? [{ containerId, sandboxId: id, state: 'running' as const }] : [],
      )
  }
  async log(): Promise<string> {
    return ''
  }
  async usage() {
    return {}
  }
  async pruneImages(): Promise<string[]> {
    return []
  }
  wallsMayBeStale(): boolean {
    return false
  }
  isSandboxAddress(): boolean {
    return false
  }
  watch() {
    return () => {}
  }
  // Nothing here is ours to make or to end.
  async prepare(): Promise<void> {}
  async createVolume(): Promise<void> {}
  async removeVolume(): Promise<void> {}
  async wall(): Promise<void> {}
  async pause(): Promise<void> {}
  async stop(): Promise<void> {}
  async remove(): Promise<void> {}
  async rename(): Promise<void> {}
  async close(): Promise<void> {}
}
