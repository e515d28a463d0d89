import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LiveSandbox } from '@deskhand/sandbox'
import {
  type DockerStage,
  dockerStage,
  MemoryStore,
  openStageHost,
  sweepStage,
} from '@deskhand/sandbox/testing'
import { type Bench, type BenchContext, type Metrics, median, metric, percentile, repeat } from './bench.ts'
import { clickToPixel } from './click-to-pixel.ts'
import { idleFigures } from './sandbox-idle.ts'
import { StartTimes } from './start-times.ts'

const here = { timeZone: 'UTC', language: 'en' }
const ROUNDS = 7

/** Real containers of the newest sandbox image, one at a time, under an install id of their own. */
export const sandbox: Bench = {
  name: 'sandbox',
  async run(context) {
    const stage = await dockerStage()
    if (typeof stage === 'string')
      throw new Error(`The sandbox benchmark needs Docker and the image: ${stage}.`)
    try {
      const parts = [starts, poolClaims, oneSandbox, adopt, imageSize]
      const metrics: Metrics = {}
      for (const part of parts) {
        const found = await part(stage, context)
        for (const [key, { value, unit }] of Object.entries(found)) context.say(`${key} ${value} ${unit}`)
        Object.assign(metrics, found)
      }
      return metrics
    } finally {
      await sweepStage(stage)
    }
  },
}

async function starts(stage: DockerStage, { say }: BenchContext): Promise<Metrics> {
  const { host, store } = await openStageHost(stage)
  await host.recover()
  const removals: number[] = []
  const spent = new StartTimes()
  const round = async (before: () => void) => {
    before()
    const began = performance.now()
    const { sandbox } = await host.acquire('bench', { ...here, onProgress: spent.watch() })
    await answersFully(sandbox)
    spent.done()
    const ms = performance.now() - began
    const containerId = store.all()[0]?.containerId ?? ''
    const removing = performance.now()
    await stage.docker.getContainer(containerId).remove({ force: true })
    removals.push(performance.now() - removing)
    await host.remove('bench')
    return ms
  }
  try {
    const warm = await repeat(ROUNDS, () => round(() => {}))
    const metrics: Metrics = { ready_warm_ms: metric(warm, 'ms', 900, spent.note()) }
    if (canDropCaches()) {
      const cold = await repeat(5, () => round(dropCaches))
      metrics.ready_cold_ms = metric(cold, 'ms', 2000, spent.note())
    } else say('ready_cold_ms needs root to drop the caches: left out')
    return { ...metrics, remove_ms: metric(removals.slice(1), 'ms', 400) }
  } finally {
    await host.close()
  }
}

/** CDP answers, RFB greets, a shell runs `true`; the walls were up before acquire resolved. */
async function answersFully(sandbox: LiveSandbox): Promise<void> {
  await Promise.all([cdpAnswers(sandbox), displayGreets(sandbox), shellRuns(sandbox, 'ready')])
}

async function cdpAnswers(sandbox: LiveSandbox): Promise<void> {
  const { url, headers } = sandbox.browser.cdp()
  const answer = await fetch(`${url}/json/version`, { headers })
  if (!answer.ok) throw new Error(`CDP answered ${answer.status}.`)
  await answer.arrayBuffer()
}

async function displayGreets(sandbox: LiveSandbox): Promise<void> {
  const display = await sandbox.vnc('view')
  const [greeting] = await once(display, 'data')
  display.destroy()
  if (!String(greeting).startsWith('RFB ')) throw new Error('The display does not greet.')
}

let calls = 0
async function shellRuns(sandbox: LiveSandbox, shell: string): Promise<void> {
  const result = await sandbox.shell.exec({ callId: `bench-${++calls}`, shell, command: 'true' })
  if (result.exitCode !== 0) throw new Error(`true ended with ${result.exitCode}.`)
}

async function poolClaims(stage: DockerStage): Promise<Metrics> {
  const { host, store } = await openStageHost(stage, { pool: 1 })
  await host.recover()
  try {
    const claims = await repeat(ROUNDS, async (index) => {
      while (!store.all().some((one) => one.role === 'pool' && one.state === 'paused')) await wait(50)
      const session = `claim${index}`
      const began = performance.now()
      const { sandbox, from } = await host.acquire(session, here)
      await cdpAnswers(sandbox)
      const ms = performance.now() - began
      if (from !== 'pool') throw new Error(`The sandbox came from ${from}.`)
      await host.remove(session)
      return ms
    })
    return { pool_claim_ms: metric(claims, 'ms', 150) }
  } finally {
    await host.close()
  }
}

async function oneSandbox(stage: DockerStage, { say }: BenchContext): Promise<Metrics> {
  const { host, store } = await openStageHost(stage)
  try {
    const { sandbox } = await host.acquire('one', here)
    const release = host.hold('one', 'viewer')
    say('idle figures take a minute and a half')
    const idle = await idleFigures(stage.docker, store.all()[0]?.containerId ?? '', sandbox)
    const clicks = await clickToPixel(sandbox)
    const shells: number[] = []
    await shellRuns(sandbox, 'main')
    for (let index = 0; index < 200; index++) {
      const began = performance.now()
      await shellRuns(sandbox, 'main')
      shells.push(performance.now() - began)
    }
    release()
    const wakes = await repeat(ROUNDS, async () => {
      await host.stop('one')
      const began = performance.now()
      await answersFully((await host.acquire('one', here)).sandbox)
      return performance.now() - began
    })
    const p95 = Math.round(percentile(shells, 95) * 10) / 10
    return {
      ...idle,
      click_to_pixel_ms: metric(clicks, 'ms', 40),
      shell_exec_p95_ms: { value: p95, unit: 'ms', n: shells.length, goal: 20 },
      wake_stopped_ms: metric(wakes, 'ms', 900),
    }
  } finally {
    await host.remove('one')
    await host.close()
  }
}

/** A process of its own that starts on a store with four running sandboxes, as a server does after kill -9. */
async function adopt(stage: DockerStage): Promise<Metrics> {
  const store = new MemoryStore()
  const { host, settings } = await openStageHost(stage, {}, store)
  const folder = mkdtempSync(join(tmpdir(), 'bench-adopt-'))
  try {
    await host.recover()
    for (const session of ['a', 'b', 'c', 'd']) await host.acquire(session, here)
    const file = join(folder, 'state.json')
    writeFileSync(file, JSON.stringify({ settings, records: store.all() }))
    const loads: number[] = []
    const times = await repeat(5, () => adoptOnce(file, loads))
    const load = Math.round(median(loads))
    const note = `the sandbox part in a process of its own, without the HTTP server; ${load} of it load and compile the program`
    return { adopt_ms: metric(times, 'ms', 1500, note) }
  } finally {
    for (const session of ['a', 'b', 'c', 'd']) await host.remove(session)
    await host.close()
    rmSync(folder, { recursive: true })
  }
}

async function adoptOnce(file: string, loads: number[]): Promise<number> {
  const program = fileURLToPath(new URL('./adopt-process.ts', import.meta.url))
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const ms = performance.now() - began
  child.kill('SIGKILL')
  const load = /^adopted 4, loaded after (\d+)$/.exec(line)?.[1]
  if (load === undefined) throw new Error(`The server said: ${line}`)
  loads.push(Number(load))
  return ms
}

async function imageSize({ docker, image }: DockerStage): Promise<Metrics> {
  const { Size } = await docker.getImage(image).inspect()
  return { image_mib: { value: Math.round(Size / 2 ** 20), unit: 'MiB', n: 1, goal: 1600 } }
}

const CACHES = '/proc/sys/vm/drop_caches'

function dropCaches(): void {
  writeFileSync(CACHES, '3')
}

function canDropCaches(): boolean {
  try {
    dropCaches()
    return true
  } catch {
    return false
  }
}
