import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxHost, SandboxNews } from '../../host.ts'
import { type DockerStage, dockerStage, openStageHost, sweepStage } from '../../testing/docker-stage.ts'
import type { MemoryStore } from '../../testing/memory-store.ts'

const here = { timeZone: 'UTC', language: 'en' }
const patience = { timeout: 30_000, interval: 100 }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('what ends in a container, and how', () => rules(stage))

function rules(stage: DockerStage): void {
  let host: SandboxHost
  let store: MemoryStore
  let news: SandboxNews[] = []
  let calls = 0
  const run = async (command: string) => {
    const { sandbox } = await host.acquire('one', here)
    return sandbox.shell.exec({ callId: `ending-${++calls}`, command, waitSeconds: 60 })
  }
  /** Codes and reasons, each as often as it was told. */
  const told = () =>
    news.flatMap((one) => (one.type === 'notice' ? [one.code] : one.type === 'ended' ? [one.reason] : []))
  const container = () => stage.docker.getContainer(store.all()[0]?.containerId ?? '')

  beforeAll(async () => {
    const opened = await openStageHost(stage, { memoryMb: 900 })
    host = opened.host
    store = opened.store
    host.onNews((one) => news.push(one))
    await host.recover()
    await run('echo kept > /workspace/mark')
  })
  beforeEach(() => {
    news = []
  })
  afterAll(async () => {
    await host?.close()
    await sweepStage(stage)
  })

  test('a program that takes all memory is ended alone, and people hear it', async () => {
    const hog = await run('python3 -c "x = bytearray(3 << 30)"; echo still here')
    expect(hog).toMatchObject({ state: 'done' })
    expect(hog.output).toMatch(/still here\n$/)
    await expect.poll(told, patience).toContain('SANDBOX_MEMORY')
    expect(told()).not.toContain('out_of_memory')
    expect(host.state('one').state).toBe('ready')
  })

  test('a browser that crashes is started again, told once, and answers', async () => {
    await run('kill -SEGV $(cat /run/deskhand/browser.pid)')
    await expect.poll(told, patience).toEqual(['BROWSER_RESTARTED'])
    const { sandbox } = await host.acquire('one', here)
    await expect.poll(async () => (await sandbox.health()).ready, patience).toBe(true)
    const { url, headers } = sandbox.browser.cdp()
    expect((await fetch(`${url}/json/version`, { headers })).status).toBe(200)
    expect(host.state('one').state).toBe('ready')
    expect(told()).toEqual(['BROWSER_RESTARTED'])
  })

  test('a container that is killed is stopped, told once, and comes back with its files', async () => {
    await container().kill()
    await expect.poll(() => host.state('one').state, patience).toBe('stopped')
    expect((await run('cat /workspace/mark')).output).toBe('kept\n')
    expect(host.state('one').state).toBe('ready')
    expect(told().filter((one) => one !== 'BROWSER_RESTARTED')).toHaveLength(1)
  })

  test('a container that is removed is none, told once, and is made anew on the same workspace', async () => {
    await container().remove({ force: true })
    await expect.poll(() => host.state('one').state, patience).toBe('none')
    expect(told()).toEqual(['lost'])
    expect((await run('cat /workspace/mark')).output).toBe('kept\n')
  })
}
