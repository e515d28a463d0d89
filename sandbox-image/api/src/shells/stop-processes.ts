import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { allProcesses, readProcess } from './proc.ts'

const STAGES = [
  { signal: 'INT', patienceMs: 1500 },
  { signal: 'TERM', patienceMs: 1500 },
  { signal: 'KILL', patienceMs: 1500 },
] as const
const LOOK_MS = 25

/**
 * INT, then TERM, then KILL for whatever `find` names, which is asked anew each time: processes start others while
 * they are being stopped. Answers how many ended, and how many are left when even KILL did not help.
 */
export async function stopProcesses(find: () => number[]): Promise<{ ended: number; left: number }> {
  const seen = new Set<number>()
  for (const { signal, patienceMs } of STAGES) {
    const until = Date.now() + patienceMs
    const told = new Set<number>()
    for (;;) {
      const alive = find()
      for (const pid of alive) seen.add(pid)
      if (alive.length === 0) return { ended: seen.size, left: 0 }
      const news = alive.filter((pid) => signal === 'KILL' || !told.has(pid))
      await send(signal, news)
      for (const pid of news) told.add(pid)
      if (Date.now() >= until) break
      await sleep(LOOK_MS)
    }
  }
  const left = find().length
  return { ended: seen.size - left, left }
}

/** To single processes; those of other users through sudo, where there is sudo. */
export async function send(signal: 'INT' | 'TERM' | 'KILL', pids: number[]): Promise<void> {
  const foreign: number[] = []
  for (const pid of pids) {
    try {
      process.kill(pid, `SIG${signal}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPERM') foreign.push(pid)
    }
  }
  if (foreign.length === 0) return
  await new Promise<void>((done) => {
    // A failure means strict mode or an ended process; whether it helped is seen at the next look.
    execFile('sudo', ['-n', 'kill', '-s', signal, ...foreign.map(String)], { timeout: 5000 }, () => done())
  })
}

/** `roots` and everything below them, zombies left out: they have ended already. */
export function withDescendants(roots: Iterable<number>): number[] {
  const found = new Set<number>(roots)
  const all = allProcesses()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const one of all) if (found.has(one.parent)) found.add(one.pid)
  }
  return [...found].filter((pid) => (readProcess(pid)?.state ?? 'Z') !== 'Z')
}
