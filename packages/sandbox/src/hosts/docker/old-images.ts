import type Docker from 'dockerode'
import type { SandboxSettings } from '../../settings.ts'
import { ownFilter } from './labels.ts'

/** Images that this install built for older versions and that no container uses, whoever's it is. */
export async function oldImages(
  docker: Docker,
  { image, installId }: Pick<SandboxSettings, 'image' | 'installId'>,
): Promise<string[]> {
  const [images, containers] = await Promise.all([
    docker.listImages({ filters: ownFilter(installId) }),
    docker.listContainers({ all: true }),
  ])
  const inUse = new Set(containers.map((container) => container.ImageID))
  return images
    .filter((one) => !inUse.has(one.Id) && !one.RepoTags?.includes(image))
    .flatMap((one) => (one.RepoTags?.length ? one.RepoTags : [one.Id]))
    .filter((tag) => tag !== '<none>:<none>')
}
