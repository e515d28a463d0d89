import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { SandboxLifecycle } from '../../lifecycle/sandbox-lifecycle.ts'
import { defaultSandboxSettings } from '../../settings.ts'
import { type DockerStage, dockerStage, sweepStage } from '../../testing/docker-stage.ts'
import { MemoryStore } from '../../testing/memory-store.ts'
import { inNetworkOf } from '../../testing/wall-targets.ts'
import { DockerEngine } from './docker-engine.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('a server that is a container itself', () => rules(stage))

function rules(stage: DockerStage): void {
  const { docker, image, installId } = stage
  const store = new MemoryStore()
  const network = `${installId}-sandboxes`
  const settings = { ...defaultSandboxSettings, installId, image, network, namePrefix: 'deskhand-test' }
  const hosts: SandboxLifecycle[] = []
  let server = ''

  /** A container that stands for the server, or for something else on the bridge: it only keeps an address. */
  const place = async (mode: string) => {
    const container = await docker.createContainer({
      Image: image,
      Entrypoint: ['sleep', 'infinity'],
      Labels: { 'deskhand.install': installId },
      HostConfig: { NetworkMode: mode, Init: true },
    })
    await container.start()
    return container.id
  }
  const addressOf = async (id: string) =>
    (await docker.getContainer(id).inspect()).NetworkSettings.Networks[network]?.IPAddress
  const newServer = () => {
    const engine = new DockerEngine({ docker, settings, self: server })
    const host = new SandboxLifecycle({ engine, store, clock: systemClock, settings })
    hosts.push(host)
    return { host, engine }
  }
  /** Whether the session's gateway answers a program in that container's network. */
  const reaches = async (from: string, session: string) => {
    const record = store.all().find((one) => one.sessionId === session)
    const url = `http://${await addressOf(record?.containerId ?? '')}:8080/health`
    const command = ['curl', '-fsS', '-m', '3', '-H', `Authorization: Bearer ${record?.token}`, url]
    return inNetworkOf(stage, from, command).then(
      () => true,
      () => false,
    )
  }

  beforeAll(async () => {
    server = await place('bridge')
  })
  afterAll(async () => {
    for (const host of hosts) await host.close()
    await sweepStage(stage)
  })

  test('joins the network of the sandboxes and reaches their gateways, which others there do not', async () => {
    const { host, engine } = newServer()
    await host.acquire('one', here)
    const own = (await addressOf(server)) ?? ''
    expect(own).not.toBe('')
    expect(await reaches(server, 'one')).toBe(true)
    expect(engine.isSandboxAddress(own)).toBe(false)
    const other = await place(network)
    expect(engine.isSandboxAddress((await addressOf(other)) ?? '')).toBe(true)
    expect(await reaches(other, 'one')).toBe(false)
    await docker.getContainer(other).remove({ force: true })
  })

  test('after a start with another address it reaches them again, and whoever got the old one does not', async () => {
    await hosts[0]?.acquire('asleep', here)
    await hosts[0]?.pause('asleep')
    const before = await addressOf(server)
    await docker.getNetwork(network).disconnect({ Container: server })
    const heir = await place(network)
    expect(await addressOf(heir)).toBe(before)
    expect(await reaches(heir, 'one')).toBe(true)

    const { host } = newServer()
    await host.recover()
    expect(await addressOf(server)).not.toBe(before)
    expect(await reaches(server, 'one')).toBe(true)
    expect(await reaches(heir, 'one')).toBe(false)
    await host.acquire('asleep', here)
    expect(await reaches(server, 'asleep')).toBe(true)
    expect(await reaches(heir, 'asleep')).toBe(false)
  })

  test('one that is on the network already, as compose puts it, keeps its address', async () => {
    const before = await addressOf(server)
    await newServer().host.recover()
    expect(await addressOf(server)).toBe(before)
  })
}
