import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxHost, SandboxNews } from '../../host.ts'
import { dockerStage, holdings, openStageHost, skipping, sweepStage } from '../../testing/docker-stage.ts'
import type { MemoryStore } from '../../testing/memory-store.ts'
import { OwnEngine } from '../../testing/own-engine.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
const reason = typeof stage === 'string' ? stage : OwnEngine.whyNot()
if (typeof stage !== 'string' && reason) skipping(reason)
if (typeof stage === 'string' || reason)
  describe.skip(`own engine: ${reason}`, () => test('skipped', () => {}))
else
  describe('an engine that stops, and one that is full', () => {
    const engine = new OwnEngine()
    const own = { ...stage, docker: engine.docker }
    let host: SandboxHost
    let store: MemoryStore
    const news: SandboxNews[] = []
    let calls = 0
    const run = async (session: string, command: string) => {
      const { sandbox } = await host.acquire(session, here)
      return sandbox.shell.exec({ callId: `own-${++calls}`, command })
    }
    const ended = () =>
      news.flatMap((one) => (one.type === 'ended' ? [`${one.sessionId} ${one.reason}`] : []))

    beforeAll(async () => {
      await engine.open(4000)
      await engine.take(stage.docker, stage.image)
      const opened = await openStageHost(own, { dockerHost: `unix://${engine.socket}` })
      host = opened.host
      store = opened.store
      host.onNews((one) => news.push(one))
      await host.recover()
    }, 300_000)
    afterAll(async () => {
      await host?.close()
      await sweepStage(own).catch(() => {}) // what is left goes with the engine
      await engine.close()
    }, 120_000)

    test('a restart of the engine ends each session once and keeps its files', async () => {
      await run('awake', 'echo awake > /workspace/mark')
      await run('asleep', 'echo asleep > /workspace/mark')
      await host.pause('asleep')
      await engine.stop()
      await expect(host.acquire('new', here)).rejects.toMatchObject({
        name: 'SandboxBootError',
        reason: 'engine',
      })
      await engine.start()
      await expect
        .poll(ended, { timeout: 20_000 })
        .toEqual(expect.arrayContaining(['awake lost', 'asleep lost']))
      expect((await run('awake', 'cat /workspace/mark')).output).toBe('awake\n')
      expect((await run('asleep', 'cat /workspace/mark')).output).toBe('asleep\n')
      expect(ended().sort()).toEqual(['asleep lost', 'awake lost'])
    })

    test('a full disk is said, breaks nothing that runs, and is over when there is room', async () => {
      const filler = join(engine.disk, 'filler')
      execFileSync(
        'sh',
        [
          '-c',
          `dd if=/dev/zero of='${filler}' bs=1M 2>/dev/null || true; cat /dev/zero >> '${filler}' || true`,
        ],
        { stdio: 'ignore' },
      )
      const refused = await host.acquire('full', here).catch((error) => error)
      expect(refused).toMatchObject({ name: 'SandboxBootError' })
      const write = await run('awake', 'head -c 10000000 /dev/zero > /workspace/big; echo code:$?')
      expect(write.output).toContain('No space left on device')
      expect((await run('awake', 'cat /workspace/mark')).output).toBe('awake\n')
      rmSync(filler)
      expect((await run('full', 'echo room')).output).toBe('room\n')
    })

    test('afterwards records and engine agree, and removing leaves nothing', async () => {
      // Asked for while the engine was away: recorded, and nothing of it made.
      await host.remove('new')
      const held = await holdings(own)
      expect(held.volumes).toEqual(
        store
          .all()
          .map((record) => record.volume)
          .sort(),
      )
      expect(held.containers).toHaveLength(store.all().filter((record) => record.containerId).length)
      for (const { sessionId } of store.all()) if (sessionId) await host.remove(sessionId)
      expect(await holdings(own)).toMatchObject({ containers: [], volumes: [] })
      expect(store.all()).toEqual([])
    })
  })
