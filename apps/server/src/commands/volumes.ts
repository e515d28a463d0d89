import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { SandboxRecord } from '@deskhand/sandbox'
import type Docker from 'dockerode'

/** What is in a workspace volume, as a tar file. The volume may be in use. */
export async function saveVolume(docker: Docker, record: SandboxRecord, path: string): Promise<void> {
  await beside(docker, record, async (helper) => {
    const stream = await helper.getArchive({ path: '/workspace' })
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
  })
}

/** Puts such a tar file into a new volume. One of that name that is there may be at work: it is left as it is. */
export async function fillVolume(
  docker: Docker,
  record: SandboxRecord,
  from: { path: string; labels: Record<string, string> },
): Promise<void> {
  const there = await docker
    .getVolume(record.volume)
    .inspect()
    .catch(() => undefined)
  if (there !== undefined) throw new Error('a volume of that name is there already, and stays as it is')
  await docker.createVolume({ Name: record.volume, Labels: from.labels })
  await beside(docker, record, async (helper) => {
    await helper.putArchive(createReadStream(from.path), { path: '/' })
  })
}

// A container that is never started reaches its volume through the archive calls all the same.
async function beside(
  docker: Docker,
  record: SandboxRecord,
  work: (helper: Docker.Container) => Promise<void>,
) {
  const helper = await docker.createContainer({
    Image: record.image,
    Entrypoint: ['/bin/true'],
    Labels: { 'deskhand.role': 'backup' },
    HostConfig: { Mounts: [{ Type: 'volume', Source: record.volume, Target: '/workspace' }] },
  })
  try {
    await work(helper)
  } finally {
    await helper.remove({ force: true })
  }
}
