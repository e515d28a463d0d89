import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type DockerStage,
  dockerStage,
  holdings,
  openStageHost,
  sweepStage,
} from '../../testing/docker-stage.ts'
import { FileStore } from '../../testing/file-store.ts'
import type { MemoryStore } from '../../testing/memory-store.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('nothing is left over', () => leftovers(stage))

function leftovers(stage: DockerStage): void {
  /** Records and engine say the same. */
  const agree = async (store: MemoryStore) => {
    const held = await holdings(stage)
    const records = store.all()
    expect(held.volumes).toEqual(records.map((record) => record.volume).sort())
    expect(held.containers).toHaveLength(records.filter((record) => record.containerId).length)
    expect(held.networks).toHaveLength(1)
  }

  test('40 sandboxes stand beside each other on one network, keep their files, and are removed', async () => {
    onTestFinished(() => sweepStage(stage))
    const { host, store } = await openStageHost(stage, { max: 4 })
    const sessions = Array.from({ length: 40 }, (_, index) => `many-${index}`)
    for (const session of sessions) {
      const { sandbox } = await host.acquire(session, here)
      await sandbox.shell.exec({ callId: session, command: `echo ${session} > /workspace/mark` })
    }
    await agree(store)
    const states = sessions.map((session) => host.state(session).state)
    expect(states.filter((state) => state === 'ready').length).toBeLessThanOrEqual(4)
    expect(new Set(states)).toEqual(new Set(['ready', 'paused']))
    const { sandbox } = await host.acquire('many-0', here)
    const mark = await sandbox.shell.exec({ callId: 'again', command: 'cat /workspace/mark' })
    expect(mark.output).toBe('many-0\n')
    await Promise.all(sessions.map((session) => host.remove(session)))
    await host.close()
    expect(await holdings(stage)).toMatchObject({ containers: [], volumes: [] })
  })

  test('after ten kill -9 at random moments records, containers, volumes and files agree', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'restless-'))
    onTestFinished(async () => {
      await sweepStage(stage)
      rmSync(folder, { recursive: true, force: true })
    })
    const { settings } = await openStageHost(stage, { pool: 1, max: 3 })
    const file = join(folder, 'store.json')
    const program = fileURLToPath(new URL('../../testing/restless-server.ts', import.meta.url))
    const wrong: string[] = []
    for (let round = 1; round <= 10; round++) {
      const child = spawn(process.execPath, [
        '--import',
        'tsx',
        program,
        file,
        JSON.stringify(settings),
        String(round),
      ])
      child.stderr.on('data', (text) => wrong.push(String(text)))
      const lines = createInterface({ input: child.stdout })
      const [first] = await once(lines, 'line')
      expect(first).toBe('at work')
      lines.on('line', (line) => wrong.push(line))
      await wait(200 + ((round * 977) % 2800))
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(wrong).toEqual([])
    const store = new FileStore(file)
    const { host } = await openStageHost(stage, { max: 5 }, store)
    await host.recover()
    await agree(store)
    for (const { sessionId } of store.all()) {
      const { sandbox } = await host.acquire(sessionId!, here)
      const { output } = await sandbox.shell.exec({
        callId: `look-${sessionId}`,
        command: 'cat /workspace/mark 2>/dev/null',
      })
      // A session killed before its first command has no mark yet; it never has another's.
      expect(['', sessionId]).toContain(output.trim())
      await host.remove(sessionId!)
    }
    await host.close()
    expect(await holdings(stage)).toMatchObject({ containers: [], volumes: [] })
  })
}
