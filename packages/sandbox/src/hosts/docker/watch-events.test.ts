import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Docker from 'dockerode'
import { expect, onTestFinished, test } from 'vitest'
import type { EngineEvent } from '../engine.ts'
import { watchEvents } from './watch-events.ts'

async function engineAt(socketPath: string) {
  const streams: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/events')) {
      response.writeHead(200)
      response.flushHeaders()
      streams.push(response)
    } else response.end(JSON.stringify({ State: { OOMKilled: true } }))
  }).listen(socketPath)
  await once(server, 'listening')
  return {
    tell: (event: object) => streams.at(-1)?.write(`${JSON.stringify(event)}\n`),
    streams,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('an engine that is cut off in the middle of its events is down, and up when it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'events-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const socketPath = join(folder, 'docker.sock')
  const first = await engineAt(socketPath)
  const heard: EngineEvent[] = []
  const stop = watchEvents(new Docker({ socketPath }), 'i', (event) => heard.push(event))
  onTestFinished(stop)
  await expect.poll(() => first.streams.length).toBe(1)
  first.tell({ Action: 'oom', Actor: { ID: 'c1', Attributes: {} } })
  first.tell({ Action: 'die', Actor: { ID: 'c1', Attributes: { exitCode: '137' } } })
  await expect
    .poll(() => heard)
    .toEqual([
      { type: 'oom', containerId: 'c1' },
      { type: 'died', containerId: 'c1', exitCode: 137, outOfMemory: true },
    ])
  first.streams[0]?.write('{"half')
  await first.stop()
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'down' })
  const second = await engineAt(socketPath)
  onTestFinished(() => second.stop())
  await expect.poll(() => heard.at(-1), { timeout: 5000 }).toEqual({ type: 'up' })
  expect(heard.filter((event) => event.type === 'down')).toHaveLength(1)
})
