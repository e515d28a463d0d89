import { join } from 'node:path'

/** What the gateway is told from outside. Folders can be moved, so that tests run it beside other programs. */
export interface Settings {
  token: string
  host: string
  port: number
  image: string
  /** where relative paths begin: /workspace */
  workspace: string
  home: string
  /** sockets, process ids and restart counts that the start script writes */
  runFolder: string
  /** the journal of calls */
  callsFolder: string
  screen: { width: number; height: number }
  debuggingPort: number
  vncSocket: string
  /** 0: no limit */
  diskLimitBytes: number
  /** minutes of its own running time without a request after which the container ends; 0: never */
  deadmanMinutes: number
  /** what shells and the programs in them are started with */
  environment: NodeJS.ProcessEnv
}

/** This program's own; the only place that reads it. */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env

/** What the environment says; the token is taken out of it, so that no shell inherits it. */
export function readSettings(env = ownEnvironment()): Settings {
  const token = env.DESKHAND_TOKEN ?? ''
  delete env.DESKHAND_TOKEN
  // Kept from this program by its starter, and meant for the shells' programs.
  env.NODE_EXTRA_CA_CERTS = env.DESKHAND_NODE_CA || env.NODE_EXTRA_CA_CERTS
  if (!env.NODE_EXTRA_CA_CERTS) delete env.NODE_EXTRA_CA_CERTS
  delete env.DESKHAND_NODE_CA
  if (token.length < 16) throw new Error('DESKHAND_TOKEN must be set to at least 16 characters.')
  const runFolder = env.DESKHAND_RUN_FOLDER ?? '/run/deskhand'
  const [width, height] = (env.DESKHAND_SCREEN ?? '1280x1024').split('x').map(Number)
  return {
    token,
    host: env.DESKHAND_HOST ?? '0.0.0.0',
    port: Number(env.DESKHAND_PORT ?? 8080),
    image: env.DESKHAND_IMAGE ?? 'unknown',
    workspace: env.DESKHAND_WORKSPACE ?? '/workspace',
    home: env.HOME ?? '/home/agent',
    runFolder,
    callsFolder: env.DESKHAND_CALLS_FOLDER ?? '/var/lib/deskhand/calls',
    screen: { width: width || 1280, height: height || 1024 },
    debuggingPort: Number(env.DESKHAND_DEBUGGING_PORT ?? 9222),
    vncSocket: join(runFolder, 'vnc.sock'),
    diskLimitBytes: Number(env.DESKHAND_DISK_MB ?? 0) * 1024 * 1024,
    deadmanMinutes: Number(env.DESKHAND_DEADMAN_HOURS ?? 24) * 60,
    environment: env,
  }
}
