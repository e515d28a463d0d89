import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findEngine } from './find-engine.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'engine-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function answering(socket: string): Promise<string> {
  const server = createServer((_request, response) => void response.end('OK')).listen(socket)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return socket
}

test('the first socket that answers is taken', async () => {
  const socket = await answering(join(folder(), 'docker.sock'))
  expect((await findEngine({ sockets: ['/nowhere/docker.sock', socket] })).where).toBe(`unix://${socket}`)
  expect((await findEngine({ dockerHost: `unix://${socket}` })).where).toBe(`unix://${socket}`)
})

test('no socket at all is said as not installed, with what to do', async () => {
  const none = await findEngine({ sockets: ['/nowhere/docker.sock'] }).catch((error) => error)
  expect(none).toMatchObject({ code: 'NOT_INSTALLED' })
  expect(none.message).toContain('Install')
})

test('a socket that nobody listens on is said as not running', async () => {
  const socket = join(folder(), 'docker.sock')
  const server = createServer().listen(socket)
  await once(server, 'listening')
  // The file stays behind, as after a daemon that was killed.
  const { linkSync } = await import('node:fs')
  linkSync(socket, `${socket}.left`)
  await new Promise((resolve) => server.close(resolve))
  await expect(findEngine({ sockets: [`${socket}.left`] })).rejects.toMatchObject({ code: 'NOT_RUNNING' })
})

test('a DOCKER_HOST of an unknown kind is refused with an example', async () => {
  await expect(findEngine({ dockerHost: 'gopher://x' })).rejects.toThrow('Example: unix://')
})
