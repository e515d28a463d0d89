import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveSandbox, SandboxHost } from '../../host.ts'
import { openSandboxHost } from '../../open-sandbox-host.ts'
import { defaultSandboxSettings } from '../../settings.ts'
import { evaluateOnPage } from '../../testing/cdp-page.ts'
import { type DockerStage, dockerStage, skipping, sweepStage } from '../../testing/docker-stage.ts'
import { MemoryStore } from '../../testing/memory-store.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
const reason = typeof stage === 'string' ? stage : withoutOpenssl()
if (typeof stage !== 'string' && reason) skipping(reason)
if (typeof stage === 'string' || reason)
  describe.skip(`proxy and authority: ${reason}`, () => test('skipped', () => {}))
else describe('what a sandbox is told of the world outside', () => rules(stage))

function rules(stage: DockerStage): void {
  const { docker, image, installId } = stage
  const network = `${installId}-sandboxes`
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-authority-'))
  const settings = { ...defaultSandboxSettings, installId, image, network, namePrefix: 'deskhand-test' }
  const hosts: SandboxHost[] = []
  const servers: Server[] = []
  let gateway = ''
  let calls = 0

  const listen = async (server: Server) => {
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, gateway, done))
    return (server.address() as AddressInfo).port
  }
  const open = async (more: object, extraCa?: string): Promise<LiveSandbox> => {
    const store = new MemoryStore()
    const { host } = await openSandboxHost({ settings: { ...settings, ...more }, store, extraCa })
    hosts.push(host)
    return (await host.acquire(`outside-${hosts.length}`, here)).sandbox
  }
  const run = async (sandbox: LiveSandbox, command: string) =>
    (await sandbox.shell.exec({ callId: `outside-${++calls}`, command, waitSeconds: 60 })).output

  beforeAll(async () => {
    await docker.createNetwork({ Name: network, Labels: { 'deskhand.install': installId } })
    const info = await docker.getNetwork(network).inspect()
    gateway = info.IPAM?.Config?.[0]?.Gateway ?? ''
  })
  afterAll(async () => {
    for (const host of hosts) await host.close()
    for (const server of servers) server.close()
    await sweepStage(stage)
    rmSync(folder, { recursive: true })
  })

  test('a proxy is used by shell, pip, npm, git and browser, and its address is open in the walls', async () => {
    const asked = new Set<string>()
    const proxy = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://not-proxied.test')
      asked.add(url.hostname)
      response.setHeader('content-type', 'text/html')
      response.statusCode = url.hostname === 'page.test' || url.hostname === 'shell.test' ? 200 : 404
      response.end('<title>through the proxy</title>')
    })
    const port = await listen(proxy)
    const sandbox = await open({ httpProxy: `http://${gateway}:${port}`, noProxy: 'direct.test' })
    expect(await run(sandbox, 'curl -sS http://shell.test/')).toContain('through the proxy')
    await run(
      sandbox,
      'pip download -q --no-deps --retries 0 --index-url http://pip.test/simple --trusted-host pip.test nothing',
    )
    await run(sandbox, 'npm view nothing --registry http://npm.test/ --fetch-retries 0')
    await run(sandbox, 'git ls-remote http://git.test/x.git')
    expect(await evaluateOnPage(sandbox, 'http://page.test/', 'document.title')).toBe('through the proxy')
    expect([...asked]).toEqual(
      expect.arrayContaining(['shell.test', 'pip.test', 'npm.test', 'git.test', 'page.test']),
    )
    // Neither what is in the sandbox itself nor what was excepted goes there.
    await run(sandbox, 'curl -sS -m 2 http://direct.test/ http://localhost:1/ http://127.0.0.1:1/')
    expect([...asked].filter((name) => /direct|localhost|127/.test(name))).toEqual([])
  })

  test('an authority of the house is trusted by shell, Python, pip, npm, Node, git and browser', async () => {
    const { key, cert, authority } = certificates(folder, gateway)
    const asked: string[] = []
    const server = createSecureServer({ key, cert }, (request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'text/html')
      response.end('<title>trusted</title>')
    })
    const place = `${gateway}:${await listen(server)}`
    const sandbox = await open({ lanAllow: [place] }, authority)
    const url = `https://${place}`
    const tries = [
      `curl -sS ${url}/curl`,
      `wget -qO- ${url}/wget`,
      `python3 -c "import urllib.request as u; print(u.urlopen('${url}/python').status)"`,
      `python3 -c "import requests; print(requests.get('${url}/requests').status_code)"`,
      `pip download -q --no-deps --retries 0 --index-url ${url}/pip nothing`,
      `npm view nothing --registry ${url}/npm/ --fetch-retries 0`,
      `node -e "fetch('${url}/node').then((r) => console.log(r.status))"`,
      `git ls-remote ${url}/git`,
    ]
    const said: string[] = []
    for (const command of tries) said.push(await run(sandbox, command))
    const wanted = ['curl', 'wget', 'python', 'requests', 'pip', 'npm', 'node', 'git']
    const reached = wanted.filter((name) => asked.some((path) => path.startsWith(`/${name}`)))
    expect(reached, said.join('\n')).toEqual(wanted)
    expect(await evaluateOnPage(sandbox, `${url}/browser`, 'document.title')).toBe('trusted')
    // The positive side means something only if a stranger's is refused.
    const strange = await open({ lanAllow: [place] })
    expect(await run(strange, `curl -sS ${url}/stranger`)).toMatch(/certificate/i)
    expect(asked).not.toContain('/stranger')
  })
}

/** An authority, and a certificate of it for the address. */
function certificates(folder: string, address: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=House of a test')
  const own = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', `subjectAltName=IP:${address}`]
  const leaf = ['-addext', 'basicConstraints=CA:FALSE', '-keyout', 'key.pem', '-out', 'cert.pem']
  openssl('req', '-x509', ...fresh, ...own, ...leaf, '-subj', `/CN=${address}`)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { key: read('key.pem'), cert: read('cert.pem'), authority: read('ca.pem') }
}

function withoutOpenssl(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'there is no openssl to make a certificate with'
  }
}
