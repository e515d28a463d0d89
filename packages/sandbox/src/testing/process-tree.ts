import { execFileSync } from 'node:child_process'

/** All descendants of a process with their process groups, as `ps` tells them. */
export function childrenOf(pid: number): { pid: number; group: number }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number])
  const found: { pid: number; group: number }[] = []
  const parents = new Set([pid])
  for (let grew = true; grew; ) {
    grew = false
    for (const [child, parent, group] of rows) {
      if (!parents.has(parent) || parents.has(child)) continue
      parents.add(child)
      found.push({ pid: child, group })
      grew = true
    }
  }
  return found
}
