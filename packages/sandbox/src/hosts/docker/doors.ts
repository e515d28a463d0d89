import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { SandboxSettings } from '../../settings.ts'
import type { Door } from './wall-rules.ts'

/** Addresses of SANDBOX_LAN_ALLOW and of the proxies; names are looked up now, and one that has no address is left out. */
export async function doorsOf(
  settings: Pick<SandboxSettings, 'lanAllow' | 'httpProxy' | 'httpsProxy'>,
): Promise<Door[]> {
  const proxies = [settings.httpProxy, settings.httpsProxy].flatMap((proxy) =>
    proxy ? [proxyPlace(proxy)] : [],
  )
  const places = [...settings.lanAllow.map(placeOf), ...proxies]
  const found = await Promise.all(
    places.map(async ({ host, port }) => (await addressesOf(host)).map((address) => ({ address, port }))),
  )
  return found.flat()
}

function placeOf(place: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${place}`)
  return { host: bare(hostname), port: Number(port) }
}

function proxyPlace(proxy: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(proxy.includes('://') ? proxy : `http://${proxy}`)
  const usual = protocol === 'https:' ? 443 : 80
  return { host: bare(hostname), port: port ? Number(port) : usual }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
