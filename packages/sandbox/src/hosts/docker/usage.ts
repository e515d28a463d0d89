import type Docker from 'dockerode'

interface Sample {
  at: number
  cpu: number
}

/** Memory and CPU of containers. CPU is what was used since the last look, in percent of one core. */
export class UsageMeter {
  #docker: Docker
  #last = new Map<string, Sample>()

  constructor(docker: Docker) {
    this.#docker = docker
  }

  async of(containerId: string): Promise<{ memoryBytes?: number; cpuPercent?: number }> {
    const stats = await this.#docker.getContainer(containerId).stats({ stream: false, 'one-shot': true })
    const sample = { at: Date.now(), cpu: stats.cpu_stats.cpu_usage.total_usage }
    const before = this.#last.get(containerId)
    this.#last.set(containerId, sample)
    const cached = stats.memory_stats.stats?.inactive_file ?? 0
    const memoryBytes = stats.memory_stats.usage === undefined ? undefined : stats.memory_stats.usage - cached
    if (!before || sample.at === before.at) return { memoryBytes }
    const cpuPercent = ((sample.cpu - before.cpu) / 1e6 / (sample.at - before.at)) * 100
    return { memoryBytes, cpuPercent: Math.round(cpuPercent * 10) / 10 }
  }

  forget(containerId: string): void {
    this.#last.delete(containerId)
  }
}
