import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HttpSandbox } from '../../client/http-sandbox.ts'
import type { LiveSandbox, SandboxHost } from '../../host.ts'
import { evaluateOnPage } from '../../testing/cdp-page.ts'
import { type DockerStage, dockerStage, openStageHost, sweepStage } from '../../testing/docker-stage.ts'
import type { MemoryStore } from '../../testing/memory-store.ts'
import { inNetworkOf, listenEverywhere, placeListener, type WallTarget } from '../../testing/wall-targets.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('the walls, from inside a sandbox', () => wallRules(stage))

function wallRules(stage: DockerStage): void {
  let host: SandboxHost
  let store: MemoryStore
  let inside: LiveSandbox
  const targets: WallTarget[] = []
  const networks: string[] = []
  const listener = listenEverywhere()
  let other = ''
  let calls = 0

  const run = async (command: string, sandbox = inside) => {
    const result = await sandbox.shell.exec({
      callId: `wall-${++calls}`,
      command,
      waitSeconds: 60,
      maxChars: 20_000,
    })
    expect(result.state).toBe('done')
    return { exitCode: result.exitCode, output: result.output }
  }
  const reaches = async ({ host: to, port }: Pick<WallTarget, 'host' | 'port'>, sudo = '') =>
    (await run(`${sudo} timeout 4 bash -c '</dev/tcp/${to}/${port}'`)).exitCode === 0
  const containerOf = (session: string) =>
    store.all().find((record) => record.sessionId === session)?.containerId ?? ''
  const joinNetworks = async () => {
    for (const network of networks)
      await stage.docker.getNetwork(network).connect({ Container: containerOf('inside') })
  }

  beforeAll(async () => {
    const opened = await openStageHost(stage, { max: 4 })
    host = opened.host
    store = opened.store
    const lan = await placeListener(stage, {
      name: 'lan',
      subnet: '192.168.213.0/24',
      address: '192.168.213.10',
    })
    const metadata = await placeListener(stage, {
      name: 'metadata',
      subnet: '169.254.169.0/24',
      address: '169.254.169.254',
    })
    targets.push(lan.target, metadata.target)
    networks.push(lan.network, metadata.network)
    inside = (await host.acquire('inside', here)).sandbox
    await joinNetworks()
    const neighbour = (await host.acquire('neighbour', here)).sandbox
    await run('cd /tmp && (python3 -m http.server 7777 >/dev/null 2>&1 &) ; sleep 0.5', neighbour)
    const { NetworkSettings } = await stage.docker.getContainer(containerOf('neighbour')).inspect()
    const [address] = Object.values(NetworkSettings.Networks)
    other = address?.IPAddress ?? ''
    targets.push({ name: "another sandbox's program", host: other, port: 7777 })
    targets.push({ name: "another sandbox's gateway", host: other, port: 8080 })
    targets.push({
      name: "the host, at the bridge's address",
      host: address?.Gateway ?? '',
      port: (await listener).port,
    })
  })
  afterAll(async () => {
    await host?.close()
    await (await listener).close()
    await sweepStage(stage)
  })

  const answers = async (sudo = '') => {
    const found: Record<string, boolean> = {}
    for (const target of targets) found[target.name] = await reaches(target, sudo)
    return found
  }
  const all = (value: boolean) => Object.fromEntries(targets.map(({ name }) => [name, value]))

  test('nothing private answers, not even with sudo', async () => {
    expect(await answers()).toEqual(all(false))
    expect(await answers('sudo')).toEqual(all(false))
  })

  test('sudo cannot take the walls down', async () => {
    const tries = await run(
      'sudo nft flush ruleset; sudo nft delete table inet deskhand; sudo ip link set eth0 down; echo done',
    )
    expect(tries.output).toMatch(/[Pp]ermission|not permitted/)
    expect(await answers('sudo')).toEqual(all(false))
  })

  test('none of the 65,535 ports of another sandbox can be reached', async () => {
    const scan = `python3 - <<'END'
import socket
reached = []
for port in range(1, 65536):
    s = socket.socket()
    s.settimeout(0.5)
    if s.connect_ex(('${other}', port)) == 0: reached.append(port)
    s.close()
print('reached', reached)
END`
    expect((await run(scan)).output).toContain('reached []')
  })

  test('a program in a sandbox is not reachable from the host, its gateway is', async () => {
    await expect(fetch(`http://${other}:7777/`, { signal: AbortSignal.timeout(1500) })).rejects.toThrow()
    expect((await fetch(`http://${other}:8080/health`)).status).toBe(401)
  })

  test('names and the internet work', async (context) => {
    const update = await run('timeout 50 sudo apt-get update 2>&1 | tail -3')
    if (/Failed|Could not|Unable/.test(update.output)) {
      if (!(await hostHasNames())) context.skip('this machine has no way to the internet')
    }
    expect(update.output).not.toMatch(/Failed|Could not|Unable|^E:/m)
    expect((await run('getent hosts deb.debian.org')).exitCode).toBe(0)
  })

  test('a page in Chrome gets nothing from the gateway nor from the debugging port', async () => {
    await run(
      'mkdir -p /tmp/page && cd /tmp/page && echo hello > index.html && (python3 -m http.server 7788 --bind 127.0.0.1 >/dev/null 2>&1 &) ; sleep 0.5; cd /workspace',
    )
    const expression = `(async () => {
      const read = (url, options) => fetch(url, options).then(async (r) => r.type + ':' + (await r.text()), () => 'refused')
      const socket = (url) => new Promise((done) => {
        const ws = new WebSocket(url)
        ws.onopen = () => done('open')
        ws.onerror = () => done('refused')
      })
      const own = await read('http://127.0.0.1:7788/')
      const found = []
      for (const port of [8080, 9222])
        for (const path of ['/health', '/json/list', '/json/version']) {
          found.push(await read('http://127.0.0.1:' + port + path))
          found.push(await read('http://127.0.0.1:' + port + path, { mode: 'no-cors' }))
        }
      found.push(await read('http://127.0.0.1:9222/json/new?about:blank', { method: 'PUT' }))
      found.push(await socket('ws://127.0.0.1:8080/events'))
      found.push(await socket('ws://127.0.0.1:9222/devtools/browser'))
      return { own, found: [...new Set(found)].sort() }
    })()`
    const value = await evaluateOnPage(inside, 'http://127.0.0.1:7788/', expression)
    expect(value).toEqual({ own: 'basic:hello\n', found: ['opaque:', 'refused'] })
  })

  test('without the token every route answers 401', async () => {
    const url = `http://${other}:8080`
    const asked = [
      '/health',
      '/files?path=/',
      '/files/content?path=/etc/passwd',
      '/shells',
      '/ports',
      '/calls/x',
      '/json/version',
      '/json/list',
      '/clipboard',
      '/proxy/7777/',
      '/nowhere',
      '/',
    ]
    for (const path of asked) expect([path, (await fetch(url + path)).status]).toEqual([path, 401])
    for (const path of ['/shell/exec', '/processes/stop', '/files/write', '/browser/key'])
      expect([path, (await fetch(url + path, { method: 'POST', body: '{}' })).status]).toEqual([path, 401])
    const stranger = new HttpSandbox({ id: 'x', host: other, port: 8080, token: 'guessed-but-wrong' })
    await expect(stranger.vnc('view')).rejects.toMatchObject({ status: 401 })
    await expect(stranger.shell.attach('main')).rejects.toMatchObject({ status: 401 })
  })

  test('the same targets answer the same sandbox with the walls off', async () => {
    for (const session of ['inside', 'neighbour'])
      await inNetworkOf(stage, containerOf(session), ['nft', 'delete', 'table', 'inet', 'deskhand'])
    expect(await answers()).toEqual(all(true))
  })

  test('after a stop and a start the walls are there again', async () => {
    inside = await host.restart('inside', here)
    expect(await answers('sudo')).toEqual(all(false))
  })
}

function hostHasNames(): Promise<boolean> {
  return lookup('deb.debian.org').then(
    () => true,
    () => false,
  )
}
