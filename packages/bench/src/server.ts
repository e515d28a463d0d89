import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EventReader, startProcess } from '@deskhand/server/testing'
import { type Bench, type BenchContext, type Metrics, metric, percentile, repeat } from './bench.ts'
import { type ServerStage, serverStage } from './server-stage.ts'

const program = join(import.meta.dirname, '../../../apps/server/dist/main.mjs')
const IDLE_SECONDS = 30

/** What the server weighs and how fast it answers. Start and weight: the built program; the rest: over doubles. */
export const server: Bench = {
  name: 'server',
  async run(context) {
    if (!existsSync(program)) throw new Error(`${program} is missing: build it first (npm start does).`)
    const metrics = await startAndWeight(context)
    const stage = await serverStage()
    try {
      for (const part of [history, lists, watchers]) Object.assign(metrics, await part(stage))
      return metrics
    } finally {
      await stage.close()
    }
  },
}

async function startAndWeight({ say }: BenchContext): Promise<Metrics> {
  const weights: number[] = []
  const starts = await repeat(5, async (round) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskhand-bench-'))
    // As npm start starts it.
    const NODE_OPTIONS = '--max-semi-space-size=4'
    const env = { DATA_DIR: folder, PORT: '0', SANDBOX_POOL: '0', LOG_LEVEL: 'error', NODE_OPTIONS }
    const began = performance.now()
    const running = await startProcess(program, env)
    try {
      if (!(await fetch(`${running.url}api/health`)).ok) throw new Error('The server is not healthy.')
      const ms = performance.now() - began
      if (round === 0) {
        say(`idle for ${IDLE_SECONDS} s …`)
        await wait(IDLE_SECONDS * 1000)
        weights.push(residentMib(running.child.pid ?? 0))
      }
      return ms
    } finally {
      await running.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return {
    start_to_healthy_ms: metric(starts, 'ms', 1500),
    idle_rss_mib: metric(weights, 'MiB', 120, 'fresh data folder, demo model, nobody signed in'),
  }
}

function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

async function history(stage: ServerStage): Promise<Metrics> {
  const id = await stage.longSession(10_000)
  const url = `${stage.url}api/sessions/${id}/events?format=json`
  const times = await repeat(10, async () => {
    const answer = await fetch(url, { headers: { cookie: stage.ann.cookie } })
    const began = performance.now()
    await answer.arrayBuffer()
    return performance.now() - began
  })
  return { open_10k_events_ms: metric(times, 'ms', 150, 'first byte to last') }
}

async function lists(stage: ServerStage): Promise<Metrics> {
  const { server, ann, url } = stage
  const owner = server.app.accounts.named('ann')?.id ?? ''
  server.app.db.sqlite.transaction(() => {
    for (let n = 0; n < 10_000; n++)
      server.app.sessionList.add(owner, { title: `Task ${n} ${n % 2 ? '温室价格' : 'heat pumps'}` })
  })()
  const ask = async (query: string) => {
    const began = performance.now()
    const answer = await fetch(`${url}api/sessions${query}`, { headers: { cookie: ann.cookie } })
    if (!answer.ok) throw new Error(`The list was answered ${answer.status}.`)
    await answer.arrayBuffer()
    return performance.now() - began
  }
  return { list_10k_sessions_ms: metric(await repeat(10, () => ask('')), 'ms', 50) }
}

const WATCHERS = 100
const EVENTS = 2_000

/** 100 watchers, 100 events a second for 20 s: from before the append until each client has read it. */
async function watchers({ server, ann, url }: ServerStage): Promise<Metrics> {
  const id = await ann.newSession()
  const headers = { cookie: ann.cookie }
  const readers = Array.from(
    { length: WATCHERS },
    () => new EventReader(`${url}api/sessions/${id}/events`, headers),
  )
  const sent = new Map<string, number>()
  const delays: number[] = []
  try {
    await Promise.all(readers.map((reader) => reader.headers))
    const all = readers.map(async (reader) => {
      for (let n = 0; n < EVENTS; n++) {
        const { data } = await reader.next((event) => event.data.code === `B${n}`)
        delays.push(performance.now() - (sent.get(String(data.code)) ?? Number.NaN))
        reader.events.length = 0
      }
    })
    for (let n = 0; n < EVENTS; n++) {
      sent.set(`B${n}`, performance.now())
      server.app.events.append(id, 'notice', { level: 'info', code: `B${n}`, text: 'A line.' })
      await wait(10)
    }
    await Promise.all(all)
  } finally {
    for (const reader of readers) reader.close()
  }
  const p99 = Math.round(percentile(delays, 99) * 10) / 10
  const note = 'server and clients share one process'
  return { sse_100_subscribers_p99_ms: { value: p99, unit: 'ms', n: delays.length, goal: 10, note } }
}
