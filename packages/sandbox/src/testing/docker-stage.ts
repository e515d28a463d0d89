import { randomBytes } from 'node:crypto'
import type Docker from 'dockerode'
import type { SandboxHost } from '../host.ts'
import { findEngine } from '../hosts/docker/find-engine.ts'
import { openSandboxHost } from '../open-sandbox-host.ts'
import { defaultSandboxSettings, type SandboxSettings } from '../settings.ts'
import { MemoryStore } from './memory-store.ts'

export const TEST_LABEL = 'deskhand.test'

export interface DockerStage {
  docker: Docker
  image: string
  installId: string
}

/** The engine and image that tests use, or the reason why there is none. */
export async function dockerStage(): Promise<DockerStage | string> {
  const found = await findEngine().catch((error: Error) => error.message)
  if (typeof found === 'string') return skipping(found)
  const images = await found.docker.listImages({ filters: { label: ['deskhand.sandbox-image'] } })
  const newest = images.filter((one) => one.RepoTags?.length).sort((a, b) => b.Created - a.Created)[0]
  const tag = newest?.RepoTags?.[0]
  if (!tag) return skipping('there is no sandbox image (npm start builds it)')
  return { docker: found.docker, image: tag, installId: `test-${randomBytes(6).toString('hex')}` }
}

/** The reporter does not list what was skipped: the reason is printed here. */
export function skipping(reason: string): string {
  process.stderr.write(`skipped: tests that need Docker, ${reason}\n`)
  return reason
}

/** A host on that engine with an install id of its own, so that nothing else is ever touched. */
export async function openStageHost(
  stage: DockerStage,
  more: Partial<SandboxSettings> = {},
  store = new MemoryStore(),
): Promise<{ host: SandboxHost; store: MemoryStore; settings: SandboxSettings }> {
  const settings = {
    ...defaultSandboxSettings,
    installId: stage.installId,
    image: stage.image,
    namePrefix: 'deskhand-test',
    ...more,
  }
  const { host, problem } = await openSandboxHost({ settings, store })
  if (problem) throw problem
  return { host, store, settings }
}

/** Removes all that carries this stage's install id. */
export async function sweepStage({ docker, installId }: DockerStage): Promise<void> {
  const filters = { label: [`deskhand.install=${installId}`] }
  for (const { Id } of await docker.listContainers({ all: true, filters }))
    await docker
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => {}) // it may be going already
  for (const { Name } of (await docker.listVolumes({ filters })).Volumes)
    await docker.getVolume(Name).remove()
  for (const { Id } of await docker.listNetworks({ filters })) await docker.getNetwork(Id).remove()
}

/** What the engine holds of this stage: names, for comparing with the store. */
export async function holdings({ docker, installId }: DockerStage) {
  const filters = { label: [`deskhand.install=${installId}`] }
  const containers = await docker.listContainers({ all: true, filters })
  const volumes = await docker.listVolumes({ filters })
  const networks = await docker.listNetworks({ filters })
  return {
    containers: containers.map((one) => one.Names[0]?.slice(1) ?? one.Id).sort(),
    volumes: volumes.Volumes.map((one) => one.Name).sort(),
    networks: networks.map((one) => one.Name).sort(),
  }
}
