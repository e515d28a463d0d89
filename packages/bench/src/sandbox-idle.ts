import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiveSandbox } from '@deskhand/sandbox'
import type Docker from 'dockerode'
import type { Metrics } from './bench.ts'
import { RfbClient } from './rfb-client.ts'

const SETTLE_MS = 60_000
const SAMPLE_MS = 30_000
const MIB = 2 ** 20

/** Memory and CPU of one sandbox with a blank page and one viewer, 60 s after it was ready. */
export async function idleFigures(
  docker: Docker,
  containerId: string,
  sandbox: LiveSandbox,
): Promise<Metrics> {
  const display = await sandbox.vnc('view')
  const viewer = new RfbClient(display, (bytes) => void display.write(bytes))
  await viewer.greet()
  const watching = watch(viewer)
  await wait(SETTLE_MS)
  const before = await statsOf(docker, containerId)
  await wait(SAMPLE_MS)
  const after = await statsOf(docker, containerId)
  const cpu = (after.cpuMs - before.cpuMs) / SAMPLE_MS
  const pss = await pssOf(docker, containerId)
  display.destroy()
  await watching
  const rounded = (value: number) => Math.round(value * 10) / 10
  return {
    idle_pss_mib: { value: rounded(pss / MIB), unit: 'MiB', n: 1, goal: 420 },
    idle_anon_mib: { value: rounded(after.anonBytes / MIB), unit: 'MiB', n: 1, goal: 180 },
    idle_cpu_percent: { value: rounded(cpu * 100), unit: '%', n: 1, goal: 1 },
  }
}

async function watch(viewer: RfbClient): Promise<void> {
  try {
    for (let isFirst = true; ; isFirst = false) {
      viewer.request(0, 0, 1280, 1024, !isFirst)
      await viewer.update()
    }
  } catch {
    // The connection was closed when the figures were taken.
  }
}

/** As the engine says, wherever it keeps its control groups. */
async function statsOf(docker: Docker, containerId: string): Promise<{ cpuMs: number; anonBytes: number }> {
  const stats = await docker.getContainer(containerId).stats({ stream: false, 'one-shot': true })
  // The engine's types know the fields of cgroup v1 alone.
  const memory = stats.memory_stats.stats as unknown as { anon?: number; shmem?: number; total_rss?: number }
  const anonBytes = (memory.anon ?? memory.total_rss ?? 0) + (memory.shmem ?? 0)
  return { cpuMs: stats.cpu_stats.cpu_usage.total_usage / 1e6, anonBytes }
}

async function pssOf(docker: Docker, containerId: string): Promise<number> {
  const { Processes } = await docker.getContainer(containerId).top({ ps_args: '-o pid' })
  return (Processes as string[][])
    .map(([pid]) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    .reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) * 1024, 0)
}
