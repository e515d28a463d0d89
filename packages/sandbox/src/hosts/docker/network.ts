import { BlockList, isIPv6 } from 'node:net'
import type Docker from 'dockerode'
import { explain, statusOf } from './explain.ts'
import { commonLabels } from './labels.ts'

export interface SandboxNetwork {
  id: string
  name: string
  /** who may open connections to a gateway: the bridge's own address, and the server's when it lives in a container */
  callers: string[]
  /** the server's own address on it, when the server is a container; another after each of its starts */
  own?: string
  isSandboxAddress(address: string): boolean
}

/** The one bridge of all sandboxes, made when it is missing. A server in the container `self` joins it. */
export async function ensureNetwork(
  docker: Docker,
  name: string,
  installId: string,
  self?: string,
): Promise<SandboxNetwork> {
  const found = await inspect(docker, name)
  if (!found) {
    const wanted = { Name: name, Driver: 'bridge', CheckDuplicate: true, Labels: commonLabels(installId) }
    await docker.createNetwork(wanted).catch((error: unknown) => {
      if (statusOf(error) !== 409) throw explain(error, `make the network ${name}`)
    })
  }
  const own = self === undefined ? undefined : await joinAsContainer(docker, name, self)
  const info = found && !own ? found : await inspect(docker, name)
  if (!info) throw explain(new Error('it was removed again at once'), `make the network ${name}`)
  return describe(info, name, own)
}

/** The bridge device can vanish while the engine runs: the network is then made anew. */
export async function remakeNetwork(
  docker: Docker,
  name: string,
  installId: string,
  self?: string,
): Promise<SandboxNetwork> {
  const info = await inspect(docker, name)
  for (const id of Object.keys(info?.Containers ?? {}))
    await docker
      .getNetwork(name)
      .disconnect({ Container: id, Force: true })
      .catch(() => {}) // gone with the bridge
  if (info)
    await docker
      .getNetwork(name)
      .remove()
      .catch((error: unknown) => {
        throw explain(error, `remove the broken network ${name}`)
      })
  return ensureNetwork(docker, name, installId, self)
}

async function inspect(docker: Docker, name: string): Promise<Docker.NetworkInspectInfo | undefined> {
  try {
    return await docker.getNetwork(name).inspect()
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw explain(error, `look at the network ${name}`)
  }
}

/** The server's own address on the network; undefined where it uses the host's network, or is of another engine. */
async function joinAsContainer(docker: Docker, name: string, self: string): Promise<string | undefined> {
  const container = docker.getContainer(self)
  const look = () =>
    container.inspect().catch((error: unknown) => {
      if (statusOf(error) === 404) return undefined
      throw explain(error, 'look at the container of the server')
    })
  const addressIn = (info?: Docker.ContainerInspectInfo) => info?.NetworkSettings.Networks[name]?.IPAddress
  const before = await look()
  const mode = before?.HostConfig.NetworkMode ?? ''
  if (!before || mode === 'host' || mode.startsWith('container:')) return undefined
  if (addressIn(before)) return addressIn(before)
  await docker
    .getNetwork(name)
    .connect({ Container: self })
    .catch((error: unknown) => {
      throw explain(error, `join the network ${name}`)
    })
  return addressIn(await look())
}

function describe(info: Docker.NetworkInspectInfo, name: string, own: string | undefined): SandboxNetwork {
  const subnets = new BlockList()
  const gateways: string[] = []
  for (const { Subnet, Gateway } of info.IPAM?.Config ?? []) {
    const [address, bits] = (Subnet ?? '').split('/')
    if (address && bits) subnets.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
    if (Gateway) gateways.push(Gateway.split('/')[0] ?? Gateway)
  }
  const callers = [...gateways, ...(own ? [own] : [])]
  return {
    id: info.Id,
    name,
    callers,
    own,
    isSandboxAddress(address) {
      const plain = address.replace(/^::ffff:/, '')
      return !callers.includes(plain) && subnets.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
    },
  }
}
