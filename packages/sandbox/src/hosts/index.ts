import type { SandboxStore } from '../host.ts'
import type { SandboxSettings } from '../settings.ts'
import { dockerHost } from './docker/index.ts'
import type { Engine } from './engine.ts'
import { sharedHost } from './shared.ts'

export interface HostOpening {
  settings: SandboxSettings
  store: SandboxStore
  /** PEM of authorities that sandboxes trust beside the usual ones */
  extraCa?: string
}

/** One way to get sandboxes. */
export interface HostKind {
  name: string
  fits(settings: SandboxSettings): boolean
  /** `problem`: it cannot be used now; it is looked for again by itself */
  open(opening: HostOpening): Promise<{ engine: Engine; where: string; problem?: Error }>
}

/** The first that fits is taken. */
export const hostKinds: readonly HostKind[] = [sharedHost, dockerHost]
