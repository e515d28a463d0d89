import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Whether a write or an upgrade comes from a page of ours. Compared with its port, and only with the port that the
 * scheme says when none is named: a program on another port of this host is another site.
 */
export function originFits(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true
  return from.host === withoutDefaultPort(host, from.protocol)
}

const withoutDefaultPort = (host: string, protocol: string) =>
  host.toLowerCase().replace(protocol === 'https:' ? /:443$/ : /:80$/, '')

const ownEndings = ['.local', '.lan', '.home', '.internal', '.home.arpa', '.localhost']

/**
 * Whether a Host header may be answered without a password. A page of a stranger can make its own name point here
 * (DNS rebinding) and would then count as same-origin; names that only a home network can give are no such names.
 */
export function hostAllowed(host: string, publicUrl: string | undefined): boolean {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0 || !name.includes('.') || name === hostname().toLowerCase()) return true
  if (publicUrl !== undefined && new URL(publicUrl).hostname === name) return true
  return ownEndings.some((ending) => name.endsWith(ending))
}
