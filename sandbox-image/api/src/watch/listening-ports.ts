import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { ListeningPort } from '@deskhand/protocol/sandbox'
import { commandLine } from '../shells/proc.ts'

const LISTENING = '0A'
const seen = new Map<number, number>()

/** TCP ports that programs listen on, one entry a port; those in `ours` left out. */
export function listeningPorts(ours: readonly number[]): ListeningPort[] {
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readSockets)
  const byPort = new Map<number, { address: string; inode: string }>()
  for (const { port, address, inode } of sockets) {
    // Docker's name server listens on a loopback address of its own.
    if (ours.includes(port) || address === '127.0.0.11' || byPort.has(port)) continue
    byPort.set(port, { address, inode })
  }
  for (const port of seen.keys()) if (!byPort.has(port)) seen.delete(port)
  const owners = ownersOf(new Set([...byPort.values()].map((one) => one.inode)))
  return [...byPort].map(([port, { address, inode }]) => {
    const since = seen.get(port) ?? Date.now()
    seen.set(port, since)
    const pid = owners.get(inode)
    return { port, address, command: pid === undefined ? undefined : commandLine(pid)?.slice(0, 200), since }
  })
}

/** Where a program on this port can be reached from inside. */
export function loopbackFor(port: number): '127.0.0.1' | '::1' {
  const on = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readSockets).filter((one) => one.port === port)
  const four = on.some(
    (one) => one.address === '0.0.0.0' || one.address.startsWith('127.') || one.address === '::',
  )
  return on.length > 0 && !four ? '::1' : '127.0.0.1'
}

function readSockets(file: string): { port: number; address: string; inode: string }[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // A kernel without IPv6 has no such file.
    return []
  }
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING)
    .map((fields) => {
      const [address = '', port = ''] = (fields[1] as string).split(':')
      return { address: readAddress(address), port: Number.parseInt(port, 16), inode: fields[9] as string }
    })
}

/** The kernel writes addresses as 32-bit words in the processor's own order, which is little-endian here. */
export function readAddress(hex: string): string {
  const bytes = hex.match(/.{8}/g)?.flatMap((word) => (word.match(/../g) as string[]).reverse()) ?? []
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.')
  const groups = Array.from({ length: 8 }, (_, i) =>
    Number.parseInt(`${bytes[2 * i]}${bytes[2 * i + 1]}`, 16),
  )
  const text = groups.map((group) => group.toString(16)).join(':')
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

function ownersOf(inodes: Set<string>): Map<string, number> {
  const owners = new Map<string, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let descriptors: string[]
    try {
      descriptors = readdirSync(`/proc/${pid}/fd`)
    } catch {
      // Ended, or another user's.
      continue
    }
    for (const descriptor of descriptors) {
      try {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1]
        if (inode && inodes.has(inode)) owners.set(inode, Number(pid))
      } catch {
        // It was closed while we looked.
      }
    }
  }
  return owners
}
