import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

const ours = /^deskhand_/
const hops = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What the program may read: everything but our cookies and what belongs to one hop. */
export function towardsProgram(headers: IncomingHttpHeaders, port: number): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !hops.has(name) && name !== 'cookie')
  const cookies = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !ours.test(pair))
  return {
    ...Object.fromEntries(kept),
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    // Development servers answer to localhost only; the name people use for this machine they do not know.
    host: `localhost:${port}`,
    'x-forwarded-host': `localhost:${port}`,
    ...(headers.origin === undefined ? {} : { origin: `http://localhost:${port}` }),
  }
}

/** What the browser may see of its answer: no cookie of our names, and redirects that stay on this origin. */
export function towardsBrowser(headers: IncomingHttpHeaders, port: number): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !hops.has(name) && name !== 'set-cookie')
  const cookies = (headers['set-cookie'] ?? []).filter((cookie) => !ours.test(cookie.trim()))
  const local = new RegExp(`^https?://(localhost|127\\.0\\.0\\.1|\\[::1\\]):${port}(?=/|$)`)
  const { location } = headers
  return {
    ...Object.fromEntries(kept),
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
    ...(location === undefined ? {} : { location: location.replace(local, '') || '/' }),
  }
}
