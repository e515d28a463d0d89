import type Docker from 'dockerode'
import { EngineError } from '../engine.ts'
import { commonLabels, ROLE } from './labels.ts'
import { ShortContainer } from './short-container.ts'

// Entrypoint and rules go as arguments: no stdin to attach, and no shell to quote for.
const MINIMAL = {
  User: '0',
  WorkingDir: '/',
  AttachStdin: false,
  Env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin'],
}

/** A helper from the pristine image that joins the sandbox's network and sets its rules; it alone has NET_ADMIN. */
export async function raiseWalls(
  docker: Docker,
  about: {
    containerId: string
    image: string
    installId: string
    rules: Promise<string>
    running: Promise<unknown>
  },
): Promise<void> {
  const rules = await about.rules
  const helper = new ShortContainer(docker, {
    ...MINIMAL,
    Image: about.image,
    Entrypoint: ['/usr/sbin/nft'],
    Cmd: [rules],
    Labels: { ...commonLabels(about.installId), [ROLE]: 'walls' },
    HostConfig: {
      NetworkMode: `container:${about.containerId}`,
      CapDrop: ['ALL'],
      CapAdd: ['NET_ADMIN'],
      SecurityOpt: ['no-new-privileges:true'],
      ReadonlyRootfs: true,
      PidsLimit: 16,
      Memory: 64 * 1024 * 1024,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '100k' } },
    },
  })
  try {
    await about.running
  } catch (error) {
    helper.discard()
    throw error
  }
  const { exitCode, output } = await helper.run()
  if (exitCode !== 0)
    throw new EngineError('WALLS_FAILED', `The walls could not be set: ${output.trim().slice(0, 500)}`)
}

/** What the engine forwards names to: on our bridge a container sees only Docker's own 127.0.0.11, on the default one these. */
export async function readResolvers(docker: Docker, image: string, installId: string): Promise<string[]> {
  const helper = new ShortContainer(docker, {
    ...MINIMAL,
    Image: image,
    Entrypoint: ['/bin/cat'],
    Cmd: ['/etc/resolv.conf'],
    Labels: { ...commonLabels(installId), [ROLE]: 'resolvers' },
    HostConfig: { NetworkMode: 'bridge', CapDrop: ['ALL'], ReadonlyRootfs: true, PidsLimit: 16 },
  })
  helper.wantsOutput = true
  const { output } = await helper.run()
  return resolversIn(output)
}

/** Addresses of `nameserver` lines that a wall must have a door to. */
export function resolversIn(resolvConf: string): string[] {
  const found = [...resolvConf.matchAll(/^\s*nameserver\s+(\S+)/gm)].map(
    (match) => (match[1] ?? '').split('%')[0] ?? '',
  )
  return [...new Set(found)].filter((address) => address !== '::1' && !address.startsWith('127.'))
}
