import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Api, runEnded } from './api.ts'
import { composeProject, findCompose, localNodeImage } from './compose.ts'
import { eventually } from './page.ts'

const compose = findCompose()
const base = ['deskhand-base:bookworm', 'deskhand-base:trixie'].find(hasImage)
const missing = !compose
  ? 'neither docker compose nor docker-compose is here'
  : !base
    ? 'no local base image'
    : ''
if (missing) process.stdout.write(`skipped: compose, ${missing}\n`)

const project = `deskhand-e2e-${process.pid}`
const port = await freePort()
const nodeImage = `${project}-node`
const env = {
  NODE_IMAGE: nodeImage,
  BASE_IMAGE: base ?? '',
  PORT: String(port),
  PREVIEW_PORT: String(await freePort()),
  SANDBOX_NETWORK: `${project}-sandboxes`,
  DEMO: 'on',
  ...(process.env.NODE_EXTRA_CA_CERTS ? { EXTRA_CA_CERTS: '/etc/ssl/certs/extra.pem' } : {}),
}
const run = composeProject(compose ?? [], project, env)

afterAll(async () => {
  if (missing) return
  await run('run', '--rm', 'deskhand', 'npm', 'run', 'clean').catch(() => undefined)
  await run('down', '-v', '--rmi', 'local', '--remove-orphans').catch(() => undefined)
  for (const image of [nodeImage]) docker('rmi', '-f', image)
})

test.skipIf(missing !== '')(
  'compose brings up the same product, a task runs in it, and nothing is left after',
  async () => {
    await localNodeImage(base ?? '', nodeImage)
    await run('up', '-d', '--build')
    const url = `http://127.0.0.1:${port}`
    await eventually(
      () =>
        fetch(`${url}/api/health`).then(
          (response) => response.json() as Promise<{ sandboxImage: { present: boolean } }>,
          () => undefined,
        ),
      (health) => health?.sandboxImage.present === true,
      'the server answers and its sandbox image is there',
      900_000,
    )
    const logs = await run('logs', 'deskhand')
    const setupToken = /setup\?token=([^\s"]+)/.exec(logs)?.[1] ?? ''
    expect(setupToken, logs).not.toBe('')
    const api = new Api({ url, setupToken })
    await api.setUp()
    const { tasks } = await api.json<{ tasks: { id: string; text: { en: string } }[] }>('/api/demo')
    const session = await api.newSession()
    await api.say(session, tasks.find(({ id }) => id === 'program')?.text.en ?? '')
    const events = await api.follow(session, runEnded, 0, 600_000)
    expect(
      events.find((event) => event.type === 'run.end'),
      JSON.stringify(events.slice(-6)),
    ).toMatchObject({ outcome: 'ok' })

    const install = installOf(onNetwork()[0])
    expect(install).not.toBe('')
    await run('run', '--rm', 'deskhand', 'npm', 'run', 'clean')
    await run('down')
    expect(docker('ps', '-aq', '--filter', `label=com.docker.compose.project=${project}`)).toBe('')
    // What a server that still ran had kept warm went with it.
    expect(docker('ps', '-aq', '--filter', `label=deskhand.install=${install}`)).toBe('')
    expect(docker('network', 'ls', '-q', '--filter', `name=${project}`)).toBe('')
  },
)

const installOf = (container = '') =>
  docker('inspect', '-f', '{{index .Config.Labels "deskhand.install"}}', container)

/** sandboxes of this project's network, running or not */
const onNetwork = () =>
  docker('ps', '-aq', '--filter', `network=${project}-sandboxes`, '--filter', 'label=deskhand.app')
    .split('\n')
    .filter(Boolean)

function docker(...args: string[]): string {
  try {
    return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

function hasImage(name: string): boolean {
  return docker('images', '-q', name) !== ''
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
