import { type SandboxClock, systemClock } from '../clock.ts'
import type { SandboxHost } from '../host.ts'
import { SandboxLifecycle } from '../lifecycle/sandbox-lifecycle.ts'
import { defaultSandboxSettings, type SandboxSettings } from '../settings.ts'
import { EngineDouble } from './engine-double.ts'
import { MemoryStore } from './memory-store.ts'
import type { SandboxDouble } from './sandbox-double.ts'

export interface HostDouble {
  /** the real lifecycle */
  host: SandboxHost
  engine: EngineDouble
  store: MemoryStore
  /** the session's sandbox, if it runs */
  sandboxOf(sessionId: string): SandboxDouble | undefined
  /** closes the host, ends all processes, removes all folders */
  dispose(): Promise<void>
}

/** A SandboxHost without Docker: the real lifecycle over an engine in this process. */
export function createHostDouble(
  options: {
    clock?: SandboxClock
    engine?: EngineDouble
    store?: MemoryStore
    settings?: Partial<SandboxSettings>
  } = {},
): HostDouble {
  const engine = options.engine ?? new EngineDouble()
  const store = options.store ?? new MemoryStore()
  const settings = { ...defaultSandboxSettings, ...options.settings }
  const host = new SandboxLifecycle({ engine, store, clock: options.clock ?? systemClock, settings })
  return {
    host,
    engine,
    store,
    sandboxOf(sessionId) {
      const id = store.all().find((record) => record.sessionId === sessionId)?.containerId
      return engine.containers.get(id ?? '')?.sandbox
    },
    async dispose() {
      await host.close()
      await engine.dispose()
    },
  }
}
