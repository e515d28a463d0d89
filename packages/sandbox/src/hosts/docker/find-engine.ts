import { lookup } from 'node:dns/promises'
import { statSync } from 'node:fs'
import { homedir, hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import Docker from 'dockerode'
import { abortable } from '../../lifecycle/boot.ts'
import { EngineError } from '../engine.ts'
import { ownContainerId } from './own-container.ts'

export interface FoundEngine {
  docker: Docker
  /** `unix:///var/run/docker.sock` */
  where: string
}
export interface EnginePlaces {
  /** DOCKER_HOST */
  dockerHost?: string
  /** for ssh://; the agent's socket */
  sshAuthAgent?: string
  /** sockets to try when DOCKER_HOST is not set, best first */
  sockets?: readonly string[]
}

/** The engine that answers: DOCKER_HOST, else the usual sockets. No API version is pinned. Throws EngineError. */
export async function findEngine(places: EnginePlaces = {}): Promise<FoundEngine> {
  if (places.dockerHost) return openNamed(places.dockerHost, places.sshAuthAgent)
  const failures: EngineError[] = []
  for (const socketPath of places.sockets ?? usualSockets()) {
    const docker = new Docker({ socketPath })
    const failure = await ping(docker, `unix://${socketPath}`)
    if (!failure) return { docker, where: `unix://${socketPath}` }
    failures.push(failure)
  }
  // The most telling one: a socket one may not open says more than another that is not there.
  const order = ['NO_ACCESS', 'NOT_RUNNING', 'NOT_INSTALLED']
  throw (
    failures.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))[0] ??
    notInstalled('a Docker socket')
  )
}

function usualSockets(): string[] {
  const user = process.getuid?.() ?? 0
  return [
    '/var/run/docker.sock',
    join(homedir(), '.docker/run/docker.sock'),
    `/run/user/${user}/docker.sock`,
    `/run/user/${user}/podman/podman.sock`,
    '/run/podman/podman.sock',
  ]
}

async function openNamed(dockerHost: string, sshAuthAgent: string | undefined): Promise<FoundEngine> {
  const docker = new Docker(optionsOf(dockerHost, sshAuthAgent))
  const failure = await ping(docker, dockerHost)
  if (failure) throw failure
  if (!dockerHost.startsWith('unix:')) await refuseElsewhere(docker, dockerHost)
  return { docker, where: dockerHost }
}

function optionsOf(dockerHost: string, sshAuthAgent: string | undefined): Docker.DockerOptions {
  if (dockerHost.startsWith('unix://')) return { socketPath: dockerHost.slice('unix://'.length) }
  const { protocol, hostname: host, port, username } = new URL(dockerHost)
  if (protocol === 'tcp:' || protocol === 'http:') return { host, port: port || 2375, protocol: 'http' }
  if (protocol === 'https:') return { host, port: port || 2376, protocol: 'https' }
  if (protocol === 'ssh:') return { host, port: port || 22, protocol: 'ssh', username, sshAuthAgent }
  throw new EngineError(
    'FAILED',
    `DOCKER_HOST ${dockerHost} is not understood. Example: unix:///var/run/docker.sock`,
  )
}

async function ping(docker: Docker, where: string): Promise<EngineError | undefined> {
  try {
    await abortable(docker.ping(), AbortSignal.timeout(10_000))
    return undefined
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'EACCES') return noAccess(where, cause)
    if (code === 'ENOENT') return notInstalled(where, cause)
    return new EngineError(
      'NOT_RUNNING',
      `Docker does not answer at ${where}. Start it: sudo systemctl start docker (or open Docker Desktop).`,
      { cause },
    )
  }
}

function noAccess(where: string, cause: unknown): EngineError {
  const socket = where.replace('unix://', '')
  const group = statSync(socket, { throwIfNoEntry: false })?.gid ?? 'unknown'
  return new EngineError(
    'NO_ACCESS',
    `The Docker socket ${socket} belongs to group ${group}, and this user (${process.getuid?.()}) is not in it. ` +
      `Run: sudo usermod -aG docker $USER, then sign in again. In compose: group_add: ["${group}"].`,
    { cause },
  )
}

function notInstalled(where: string, cause?: unknown): EngineError {
  return new EngineError(
    'NOT_INSTALLED',
    `There is no Docker engine at ${where}. Install one (https://docs.docker.com/engine/install/), or set DOCKER_HOST.`,
    { cause },
  )
}

/** Sandboxes are reached by address: an engine on another machine can't be used, and saying so early saves the search. */
async function refuseElsewhere(docker: Docker, dockerHost: string): Promise<void> {
  const host = new URL(dockerHost).hostname.replace(/^\[|\]$/g, '')
  const { address } = await lookup(host).catch(() => ({ address: '' }))
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map((one) => one.address) ?? [])
  if (own.includes(address)) return
  const info = (await docker.info()) as { Name?: string }
  if (info.Name === hostname()) return
  // A server in a container knows its engine by being found on it.
  const runsUs = await docker
    .getContainer(ownContainerId() ?? hostname())
    .inspect()
    .then(
      () => true,
      () => false,
    )
  if (runsUs) return
  throw new EngineError(
    'ELSEWHERE',
    `DOCKER_HOST ${dockerHost} is an engine on another machine (${info.Name ?? address}). Sandboxes must run where the server runs: use the engine of this machine.`,
  )
}
