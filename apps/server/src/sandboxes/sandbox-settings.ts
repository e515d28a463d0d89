import { freemem, totalmem } from 'node:os'
import type { SandboxSettings } from '@deskhand/sandbox'
import type { Values } from '../settings/index.ts'

const GiB = 1024 ** 3

/** What the configuration says about sandboxes, as the host wants it. */
export function sandboxSettings(
  values: Values,
  given: { installId: string; image: string },
): SandboxSettings {
  const optional = <K extends keyof SandboxSettings>(key: K, value: SandboxSettings[K] | undefined) =>
    value === undefined ? {} : { [key]: value }
  return {
    ...given,
    namePrefix: values.SANDBOX_NAME_PREFIX,
    memoryMb: values.SANDBOX_MEMORY_MB,
    cpus: values.SANDBOX_CPUS,
    pids: values.SANDBOX_PIDS,
    diskMb: values.SANDBOX_DISK_MB,
    screen: `${values.SANDBOX_SCREEN.width}x${values.SANDBOX_SCREEN.height}`,
    pool: values.SANDBOX_POOL ?? (freemem() >= 4 * GiB ? 1 : 0),
    max: values.SANDBOX_MAX ?? Math.max(1, Math.min(4, Math.floor(totalmem() / (1.5 * GiB)))),
    bootSeconds: values.SANDBOX_BOOT_SECONDS,
    pauseMinutes: values.SANDBOX_PAUSE_MINUTES,
    ttlMinutes: values.SANDBOX_TTL_MINUTES,
    keepDays: values.SANDBOX_KEEP_DAYS,
    networkAccess: values.SANDBOX_NETWORK_ACCESS,
    lanAllow: values.SANDBOX_LAN_ALLOW,
    strict: values.SANDBOX_STRICT,
    chromeSandbox: values.SANDBOX_CHROME_SANDBOX,
    ...optional('network', values.SANDBOX_NETWORK),
    ...optional('timeZone', values.SANDBOX_TZ),
    ...optional('language', values.SANDBOX_LANG),
    ...optional('httpProxy', values.SANDBOX_HTTP_PROXY),
    ...optional('httpsProxy', values.SANDBOX_HTTPS_PROXY),
    ...optional('noProxy', values.SANDBOX_NO_PROXY),
    ...optional('chromeArgs', values.SANDBOX_CHROME_ARGS),
    ...optional('runtime', values.SANDBOX_RUNTIME),
    ...optional('address', values.SANDBOX_ADDRESS),
    ...optional('dockerHost', values.DOCKER_HOST),
  }
}
