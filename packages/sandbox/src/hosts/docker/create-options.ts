import type { ContainerCreateOptions } from 'dockerode'
import type { SandboxRecord } from '../../host.ts'
import type { SandboxSettings } from '../../settings.ts'
import { sandboxLabels } from './labels.ts'

export const GATEWAY_PORT = 8080

// What `sudo apt-get install` needs, measured one by one; Chrome, display and gateway need none of them.
const SUDO_CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETUID', 'SETGID', 'AUDIT_WRITE']
const MIB = 1024 * 1024

export interface CreateInput {
  record: SandboxRecord
  settings: SandboxSettings
  network: string
  /** JSON of the profile; the engine's own when missing */
  seccomp?: string
  /** PEM of authorities to trust beside the image's */
  extraCa?: string
  /** publish the gateway on a free loopback port, where container addresses don't answer */
  publish?: boolean
}

/** Everything that a sandbox's container may be, decided in one place. Nothing in it comes from a model or a page. */
export function buildCreateOptions(input: CreateInput): ContainerCreateOptions {
  const { record, settings, network, seccomp, publish = false } = input
  const memory = settings.memoryMb * MIB
  return {
    name: record.containerName,
    Image: record.image,
    Hostname: 'computer',
    Env: environment(input),
    Labels: sandboxLabels(settings.installId, record),
    StopTimeout: 5,
    ExposedPorts: { [`${GATEWAY_PORT}/tcp`]: {} },
    HostConfig: {
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: settings.strict ? [] : SUDO_CAPABILITIES,
      // Said either way: a daemon may have its own default for it, and sudo needs it off.
      SecurityOpt: [`no-new-privileges:${settings.strict}`, ...(seccomp ? [`seccomp=${seccomp}`] : [])],
      Mounts: [{ Type: 'volume', Source: record.volume, Target: '/workspace' }],
      NetworkMode: network,
      PortBindings: publish ? { [`${GATEWAY_PORT}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '' }] } : {},
      PublishAllPorts: false,
      IpcMode: 'private',
      Init: true,
      RestartPolicy: { Name: 'no' },
      AutoRemove: false,
      Memory: memory,
      MemorySwap: memory,
      NanoCpus: Math.round(settings.cpus * 1e9),
      PidsLimit: settings.pids,
      ShmSize: 512 * MIB,
      OomScoreAdj: 500,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '5m', 'max-file': '2' } },
      ...(settings.runtime ? { Runtime: settings.runtime } : {}),
    },
  }
}

function environment({ record, settings, extraCa }: CreateInput): string[] {
  const values: Record<string, string | undefined> = {
    DESKHAND_TOKEN: record.token,
    DESKHAND_IMAGE: record.image,
    DESKHAND_SCREEN: settings.screen,
    DESKHAND_DISK_MB: String(settings.diskMb),
    DESKHAND_CHROME_SANDBOX: settings.chromeSandbox,
    DESKHAND_CHROME_ARGS: settings.chromeArgs,
    DESKHAND_LANGUAGE: record.language,
    // One environment value holds 128 KiB at most; larger files are in the image, where the build put them.
    DESKHAND_EXTRA_CA: extraCa && extraCa.length < 100_000 ? extraCa : undefined,
    TZ: record.timeZone,
    HTTP_PROXY: settings.httpProxy,
    HTTPS_PROXY: settings.httpsProxy,
    NO_PROXY: settings.noProxy,
    http_proxy: settings.httpProxy,
    https_proxy: settings.httpsProxy,
    no_proxy: settings.noProxy,
  }
  return Object.entries(values).flatMap(([key, value]) => (value ? [`${key}=${value}`] : []))
}
