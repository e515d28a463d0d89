import { isIPv4, isIPv6 } from 'node:net'
import type { SandboxSettings } from '../../settings.ts'

export const BLOCKED_V4 = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '224.0.0.0/4',
] as const
export const BLOCKED_V6 = ['fc00::/7', 'fe80::/10', 'ff00::/8'] as const

export interface Door {
  address: string
  port: number
}
export interface WallInput {
  access: SandboxSettings['networkAccess']
  /** what the engine forwards names to */
  resolvers: readonly string[]
  /** LAN places and proxies that may be reached */
  doors: readonly Door[]
  /** who may open connections to the gateway */
  callers: readonly string[]
  gatewayPort: number
}

/**
 * The walls of one sandbox as an nft script. It has a table of its own: flushing the whole ruleset would also delete
 * Docker's redirection of names. Putting it up twice is the same as once.
 */
export function wallRules(input: WallInput): string {
  return [
    'add table inet deskhand',
    'delete table inet deskhand',
    'table inet deskhand {',
    'chain output {',
    'type filter hook output priority 0; policy accept;',
    ...outputRules(input),
    '}',
    'chain input {',
    'type filter hook input priority 0; policy drop;',
    'iifname "lo" accept',
    'ct state established,related accept',
    NEIGHBOURS,
    ...input.callers.map(
      (caller) => `${family(caller)} saddr ${caller} tcp dport ${input.gatewayPort} accept`,
    ),
    '}',
    '}',
  ].join('\n')
}

// Without these an IPv6 address finds no neighbour, not even its router.
const NEIGHBOURS =
  'icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, nd-router-advert } accept'

function outputRules({ access, resolvers, doors }: WallInput): string[] {
  if (access === 'full') return []
  const always = ['oifname "lo" accept', 'ct state established,related accept', NEIGHBOURS]
  if (access === 'none')
    return [...always, 'meta l4proto tcp reject with tcp reset', 'reject with icmpx type admin-prohibited']
  return [
    ...always,
    ...resolvers.flatMap((address) =>
      ['udp', 'tcp'].map((kind) => `${family(address)} daddr ${address} ${kind} dport 53 accept`),
    ),
    ...doors.map(({ address, port }) => `${family(address)} daddr ${address} tcp dport ${port} accept`),
    // A reset is heard at once; the engine's kernel tells ICMP refusals only so often, and programs would wait.
    `ip daddr { ${BLOCKED_V4.join(', ')} } meta l4proto tcp reject with tcp reset`,
    `ip daddr { ${BLOCKED_V4.join(', ')} } reject with icmp type admin-prohibited`,
    `ip6 daddr { ${BLOCKED_V6.join(', ')} } meta l4proto tcp reject with tcp reset`,
    `ip6 daddr { ${BLOCKED_V6.join(', ')} } reject with icmpv6 type admin-prohibited`,
  ]
}

function family(address: string): 'ip' | 'ip6' {
  if (isIPv4(address)) return 'ip'
  if (isIPv6(address)) return 'ip6'
  throw new Error(`${address} is no address that a wall could have a door to.`)
}
