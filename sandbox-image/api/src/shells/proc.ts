import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// The kernel's own account of processes. Each of these answers undefined for one that has ended meanwhile.

export interface Process {
  pid: number
  name: string
  /** R, S, D, Z, T … */
  state: string
  parent: number
  group: number
  session: number
  /** the process group that its terminal belongs to */
  foreground: number
}

export function readProcess(pid: number): Process | undefined {
  const text = read(`/proc/${pid}/stat`)
  if (!text) return undefined
  // The name may contain anything, brackets and spaces too: only the last bracket ends it.
  const end = text.lastIndexOf(')')
  const [state = '', parent, group, session, , foreground] = text.slice(end + 2).split(' ')
  return {
    pid,
    name: text.slice(text.indexOf('(') + 1, end),
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
  }
}

export function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
}

/** Whether the process was started with this in its environment; false also where we may not look. */
export function hasInEnvironment(pid: number, entry: string): boolean {
  return read(`/proc/${pid}/environ`)?.split('\0').includes(entry) ?? false
}

export function commandLine(pid: number): string | undefined {
  const words = read(`/proc/${pid}/cmdline`)?.split('\0').filter(Boolean)
  return words && words.length > 0 ? words.join(' ') : readProcess(pid)?.name
}

export function workingFolder(pid: number): string | undefined {
  return readLink(`/proc/${pid}/cwd`)
}

export type Waiting = 'terminal' | 'something' | 'hidden' | 'no'

const READS = { x64: [0, 19], arm64: [63, 65] } as Record<string, number[]>
const POLLS = { x64: [7, 23, 232, 270, 271, 281, 441], arm64: [22, 72, 73, 441] } as Record<string, number[]>

/**
 * What a process is doing right now: blocked in a read of its terminal, waiting for any of several things (a program
 * with its own line editor does), hidden from us (another user's), or neither.
 */
export function waitsFor(pid: number): Waiting {
  let found: Waiting = 'no'
  for (const thread of threads(pid)) {
    const text = read(`/proc/${pid}/task/${thread}/syscall`)
    if (text === undefined) {
      if (readProcess(pid)?.state === 'S' && found === 'no') found = 'hidden'
      continue
    }
    const [number, descriptor] = text.split(' ').map(Number)
    if (number === undefined || Number.isNaN(number)) continue
    if (READS[process.arch]?.includes(number) && isTerminal(pid, descriptor ?? 0)) return 'terminal'
    if (POLLS[process.arch]?.includes(number)) found = 'something'
  }
  return found
}

function isTerminal(pid: number, descriptor: number): boolean {
  const target = readLink(`/proc/${pid}/fd/${descriptor}`)
  return target !== undefined && (target.startsWith('/dev/pts/') || target === '/dev/tty')
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).slice(0, 64)
  } catch {
    return []
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readLink(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}
