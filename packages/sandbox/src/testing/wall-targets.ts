import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DockerStage } from './docker-stage.ts'

export interface WallTarget {
  name: string
  host: string
  port: number
}

const PORT = 7777

/** A network of the test's own with one container that answers HTTP at the address. */
export async function placeListener(
  { docker, image, installId }: DockerStage,
  about: { name: string; subnet: string; address: string },
): Promise<{ target: WallTarget; network: string }> {
  const Labels = { 'deskhand.install': installId, 'deskhand.test': about.name }
  const network = `${installId}-${about.name}`
  await docker.createNetwork({
    Name: network,
    Labels,
    IPAM: { Driver: 'default', Config: [{ Subnet: about.subnet }] },
  })
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: ['python3', '-m', 'http.server', String(PORT)],
    WorkingDir: '/tmp',
    Labels,
    HostConfig: { NetworkMode: network, Init: true },
    NetworkingConfig: { EndpointsConfig: { [network]: { IPAMConfig: { IPv4Address: about.address } } } },
  })
  await container.start()
  return { target: { name: about.name, host: about.address, port: PORT }, network }
}

/** A listener of this machine on all its addresses, as a server bound to 0.0.0.0 is. */
export async function listenEverywhere(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((_request, response) => void response.end('the host'))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Runs one program as root in a container's network, as whoever is outside the walls may. */
export async function inNetworkOf(
  { docker, image, installId }: DockerStage,
  containerId: string,
  command: string[],
): Promise<void> {
  const [program = '', ...args] = command
  const container = await docker.createContainer({
    Image: image,
    User: '0',
    Entrypoint: [program],
    Cmd: args,
    Labels: { 'deskhand.install': installId },
    HostConfig: { NetworkMode: `container:${containerId}`, CapAdd: ['NET_ADMIN'] },
  })
  const ended = container.wait({ condition: 'next-exit' })
  await container.start()
  const { StatusCode } = await ended
  await container.remove()
  if (StatusCode !== 0) throw new Error(`${command.join(' ')} ended with ${StatusCode}`)
}
