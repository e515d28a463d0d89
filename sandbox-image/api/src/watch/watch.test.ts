import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GatewayEvent } from '@deskhand/protocol/sandbox'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RunningGateway, TOKEN } from '../testing/running-gateway.ts'
import { Deadman } from './deadman.ts'
import { readAddress } from './listening-ports.ts'

const MIB = 1024 * 1024
let box: RunningGateway
afterEach(() => box?.close())

const put = (path: string, bytes: number) =>
  box.fetch(`/files/content?path=${path}`, { method: 'PUT', body: Buffer.alloc(bytes) })

test('a full disk refuses writes and uploads, says so in each result, loses nothing, and recovers', async () => {
  box = await RunningGateway.start({ diskLimitBytes: 4 * MIB })
  const told: GatewayEvent[] = []
  box.gateway.news.listen((event) => told.push(event))
  expect((await put('first', 3.7 * MIB)).status).toBe(200)
  expect(told.at(-1)).toMatchObject({ type: 'disk', level: 'near' })
  expect((await put('second', 2 * MIB)).status).toBe(507)
  await box.exec(`head -c ${MIB} /dev/zero > third`)
  await box.gateway.disk.look()
  expect(told.at(-1)).toMatchObject({ type: 'disk', level: 'full' })
  await expect(box.post('/files/write', { path: 'fourth', content: 'x' })).rejects.toMatchObject({
    code: 'DISK_FULL',
  })
  const result = await box.exec('cat first | wc -c; rm third')
  expect(result).toMatchObject({ exitCode: 0, output: `${`${3.7 * MIB}`.split('.')[0]}\n` })
  expect(result.note).toContain('full')
  expect(await box.post('/files/write', { path: 'fourth', content: 'x' })).toMatchObject({ size: 1 })
  expect((await box.exec('true')).note).toBeUndefined()
})

test('an upload that says nothing of its size is stopped when the disk is full', async () => {
  box = await RunningGateway.start({ diskLimitBytes: 4 * MIB })
  const chunks = Array.from({ length: 12 }, () => Buffer.alloc(MIB))
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const answer = await box.fetch('/files/content?path=endless', {
    method: 'PUT',
    body,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(507)
  expect((await box.fetch('/files/stat?path=endless')).status).toBe(404)
})

test('a container that nobody asked for its whole limit is ended once, and each question starts it anew', () => {
  let ends = 0
  const deadman = new Deadman(24 * 60, () => {
    ends += 1
  })
  const minutes = (count: number) => {
    for (let i = 0; i < count; i += 1) deadman.tick()
  }
  minutes(24 * 60 - 1)
  deadman.asked()
  minutes(24 * 60 - 1)
  expect(ends).toBe(0)
  minutes(100)
  expect(ends).toBe(1)
})

test('a browser that was started again is told to whoever listens, with why', async () => {
  box = await RunningGateway.start()
  const client = new WebSocket(`ws://127.0.0.1:${box.port}/events`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  await new Promise((done) => client.once('open', done))
  const heard = new Promise((done) => client.once('message', (text) => done(JSON.parse(String(text)))))
  writeFileSync(join(box.root, 'run', 'browser.restarts'), '1 137\n')
  expect(await heard).toEqual({
    type: 'browser.restarted',
    restarts: 1,
    reason: expect.stringContaining('killed'),
  })
  client.terminate()
})

test('a call that was running when the gateway ended is lost, and one that was done is remembered', async () => {
  box = await RunningGateway.start()
  await box.exec('echo kept', { callId: 'a/../b' })
  void box.exec('sleep 30', { callId: 'cut', shell: 'other' }).catch(() => {})
  await expect.poll(async () => (await box.fetch('/calls/cut')).status).toBe(200)
  const folder = join(box.root, 'calls')
  const next = await RunningGateway.start({ callsFolder: folder })
  const ask = async (id: string) => (await next.fetch(`/calls/${encodeURIComponent(id)}`)).json()
  expect(await ask('a/../b')).toMatchObject({ state: 'done', result: { output: 'kept\n' } })
  expect(await ask('cut')).toMatchObject({ state: 'lost' })
  expect((await next.fetch('/calls/never')).status).toBe(404)
  await next.close()
})

test('addresses are read as the kernel writes them', () => {
  expect(readAddress('0100007F')).toBe('127.0.0.1')
  expect(readAddress('00000000000000000000000001000000')).toBe('::1')
  expect(readAddress('00000000000000000000000000000000')).toBe('::')
})
