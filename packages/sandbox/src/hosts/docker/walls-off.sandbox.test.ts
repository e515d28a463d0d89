import type Docker from 'dockerode'
import type { ContainerCreateOptions } from 'dockerode'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import type { SandboxNews } from '../../host.ts'
import { SandboxLifecycle } from '../../lifecycle/sandbox-lifecycle.ts'
import { defaultSandboxSettings, type SandboxSettings } from '../../settings.ts'
import { type DockerStage, dockerStage, sweepStage } from '../../testing/docker-stage.ts'
import { MemoryStore } from '../../testing/memory-store.ts'
import { DockerEngine } from './docker-engine.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('an engine that lets nobody set firewall rules', () => rules(stage))

function rules(stage: DockerStage): void {
  const hosts: SandboxLifecycle[] = []
  const hostWith = (networkAccess: SandboxSettings['networkAccess']) => {
    const { installId, image } = stage
    const settings = {
      ...defaultSandboxSettings,
      installId,
      image,
      networkAccess,
      namePrefix: 'deskhand-test',
    }
    const engine = new DockerEngine({ docker: withoutNetAdmin(stage.docker), settings })
    const host = new SandboxLifecycle({ engine, store: new MemoryStore(), clock: systemClock, settings })
    hosts.push(host)
    return host
  }
  afterAll(async () => {
    for (const host of hosts) await host.close()
    await sweepStage(stage)
  })

  test('has sandboxes all the same, and each new one tells its session that there are no walls', async () => {
    const host = hostWith('internet')
    const news: SandboxNews[] = []
    host.onNews((one) => news.push(one))
    const { sandbox } = await host.acquire('open', here)
    expect(await sandbox.health()).toMatchObject({ ready: true })
    expect(news).toContainEqual({
      type: 'notice',
      sessionId: 'open',
      level: 'warning',
      code: 'WALLS_OFF',
      text: expect.stringMatching(/cannot set firewall rules.*local network.*not permitted/s),
    })
    expect(host.state('open').network).toBe('internet (not enforced)')
  })

  test('has none where no network at all was promised', async () => {
    await expect(hostWith('none').acquire('closed', here)).rejects.toMatchObject({
      name: 'SandboxBootError',
      message: expect.stringContaining('walls could not be set'),
    })
  })
}

/** As rootless engines are: a container gets the capability in name only. */
function withoutNetAdmin(docker: Docker): Docker {
  const createContainer = (options: ContainerCreateOptions) =>
    docker.createContainer({ ...options, HostConfig: { ...options.HostConfig, CapAdd: [] } })
  return new Proxy(docker, {
    get(target, key) {
      if (key === 'createContainer') return createContainer
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
