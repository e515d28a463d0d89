/** Hosts of this machine or this network: slow to the first token, no key, reached without a proxy. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === 'localhost' || host === 'host.docker.internal') return true
  if (/\.(localhost|local|lan|internal|home\.arpa)$/.test(host)) return true
  if (host === '::1' || /^f[cd][0-9a-f]{2}:/.test(host) || host.startsWith('fe80:')) return true
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host)
  // A name without a dot is a compose service or a machine of the LAN.
  if (!parts) return !host.includes('.') && !host.includes(':') && host !== ''
  const [a, b] = [Number(parts[1]), Number(parts[2])]
  return (
    a === 10 ||
    a === 127 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127)
  )
}

export const isLoopback = (hostname: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(hostname) || hostname.endsWith('.localhost')
