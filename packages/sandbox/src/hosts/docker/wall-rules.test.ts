import { expect, test } from 'vitest'
import { type WallInput, wallRules } from './wall-rules.ts'

const input: WallInput = {
  access: 'internet',
  resolvers: ['192.168.1.1'],
  doors: [{ address: '192.168.1.20', port: 8123 }],
  callers: ['172.20.0.1', '172.20.0.5'],
  gatewayPort: 8080,
}
const linesOf = (more: Partial<WallInput> = {}) => wallRules({ ...input, ...more }).split('\n')

test('exactly the private ranges are refused, after names, doors and answers were let through', () => {
  const lines = linesOf()
  const blocked = lines.findIndex((line) => line.startsWith('ip daddr {'))
  const ranges =
    'ip daddr { 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 169.254.0.0/16, 224.0.0.0/4 }'
  expect(lines.slice(blocked, blocked + 4)).toEqual([
    `${ranges} meta l4proto tcp reject with tcp reset`,
    `${ranges} reject with icmp type admin-prohibited`,
    'ip6 daddr { fc00::/7, fe80::/10, ff00::/8 } meta l4proto tcp reject with tcp reset',
    'ip6 daddr { fc00::/7, fe80::/10, ff00::/8 } reject with icmpv6 type admin-prohibited',
  ])
  for (const line of [
    'oifname "lo" accept',
    'ct state established,related accept',
    'ip daddr 192.168.1.1 udp dport 53 accept',
    'ip daddr 192.168.1.1 tcp dport 53 accept',
    'ip daddr 192.168.1.20 tcp dport 8123 accept',
  ])
    expect(lines.indexOf(line)).toBeLessThan(blocked)
})

test('full lets everything out and still lets nobody in but the server', () => {
  const lines = linesOf({ access: 'full' })
  expect(lines.join('\n')).not.toContain('reject')
  expect(lines).toContain('type filter hook input priority 0; policy drop;')
})

test('none lets nothing out', () => {
  const lines = linesOf({ access: 'none' })
  expect(lines).toContain('reject with icmpx type admin-prohibited')
  expect(lines.join('\n')).not.toContain('dport 53')
})

test('the gateway port opens to the callers alone', () => {
  expect(linesOf().filter((line) => line.includes('dport 8080'))).toEqual([
    'ip saddr 172.20.0.1 tcp dport 8080 accept',
    'ip saddr 172.20.0.5 tcp dport 8080 accept',
  ])
})

test('what is no address never becomes a rule', () => {
  expect(() => wallRules({ ...input, callers: ['x; flush ruleset'] })).toThrow('no address')
})

test('only our own table is ever deleted', () => {
  expect(wallRules(input)).not.toMatch(/flush|delete(?! table inet deskhand)/)
})
