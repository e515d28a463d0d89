import { type SandboxClock, systemClock } from './clock.ts'
import type { SandboxHost } from './host.ts'
import { type HostOpening, hostKinds } from './hosts/index.ts'
import { SandboxLifecycle } from './lifecycle/sandbox-lifecycle.ts'

export interface OpenedHost {
  host: SandboxHost
  /** `docker`, and where it answers */
  engine: string
  where: string
  /** why there can be no sandbox now; the host goes on by itself when it is gone */
  problem?: Error
}

/** The sandboxes of one install, over the first kind of host that fits the settings. Call `recover()` next. */
export async function openSandboxHost(opening: HostOpening & { clock?: SandboxClock }): Promise<OpenedHost> {
  const { settings, store, clock = systemClock } = opening
  const kind = hostKinds.find((one) => one.fits(settings))
  if (!kind) throw new Error('No kind of sandbox host fits the settings.')
  const { engine, where, problem } = await kind.open(opening)
  const host = new SandboxLifecycle({ engine, store, clock, settings })
  return { host, engine: engine.name, where, problem }
}
