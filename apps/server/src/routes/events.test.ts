import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'
import { EventReader } from '../testing/event-reader.ts'

let server: AppDouble
let ann: Client
let port: number
const open: EventReader[] = []

beforeAll(async () => {
  server = await appDouble()
  ann = await server.as('ann')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

function read(path: string, headers: Record<string, string> = {}, client = ann) {
  const reader = new EventReader(`http://127.0.0.1:${port}/api${path}`, { cookie: client.cookie, ...headers })
  open.push(reader)
  return reader
}
const note = (id: string, text: string) =>
  server.app.events.append(id, 'notice', { level: 'info', code: 'TEST', text })
const seqs = (reader: EventReader) => reader.events.flatMap((event) => event.id ?? []).map(Number)
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

test('a stream is told apart from a page by its headers, and nothing on the way may keep it back', async () => {
  const id = await ann.newSession()
  const headers = await read(`/sessions/${id}/events`).headers
  expect(headers).toMatchObject({
    status: 200,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers).not.toHaveProperty('content-encoding')
})

test('a watcher that is cut anywhere and comes back with its last id sees every event once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), async (cuts) => {
      const id = await ann.newSession()
      const got: number[] = []
      let count = 0
      for (const more of cuts) {
        const last = got.at(-1)
        const reader = read(
          `/sessions/${id}/events?after=0`,
          last === undefined ? {} : { 'last-event-id': String(last) },
        )
        // Some are there when it connects, some come while it is being served, some after.
        for (let i = 0; i < more; i++) {
          note(id, `event ${++count}`)
          if (i % 7 === 3) await new Promise((resolve) => setImmediate(resolve))
        }
        if (count > (last ?? 0)) await reader.next((event) => event.id === String(count))
        got.push(...seqs(reader))
        reader.close()
      }
      expect(got).toEqual(upTo(count))
    }),
    { numRuns: 25 },
  )
})

test('two thousand stored events and the ones that come meanwhile arrive in order', async () => {
  const id = await ann.newSession()
  for (let i = 0; i < 2000; i++) note(id, 'x'.repeat(500))
  const reader = read(`/sessions/${id}/events`)
  const writing = setInterval(() => note(id, 'later'), 1)
  await reader.next((event) => event.id === '2010')
  clearInterval(writing)
  expect(seqs(reader).slice(0, 2010)).toEqual(upTo(2010))
})

test('the header wins over ?after=', async () => {
  const id = await ann.newSession()
  for (let i = 0; i < 5; i++) note(id, 'x')
  const reader = read(`/sessions/${id}/events?after=1`, { 'last-event-id': '3' })
  await reader.next((event) => event.id === '5')
  expect(seqs(reader)).toEqual([4, 5])
})

test.each(['9999', 'abc', '-1', '1.5', '99999999999999999999'])(
  '%s is no seq of this session: reset, then everything',
  async (after) => {
    const id = await ann.newSession()
    note(id, 'x')
    const reader = read(`/sessions/${id}/events?after=${after}`)
    await reader.next((event) => event.id === '1')
    expect(reader.events.map((event) => event.event)).toEqual(['reset', 'notice'])
    expect(reader.events[0]).not.toHaveProperty('id')
  },
)

test('a second watcher in the middle of a text gets a snapshot and continues from it', async () => {
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'Hello ' })
  const reader = read(`/sessions/${id}/events`)
  const snapshot = await reader.next((event) => event.event === 'snapshot')
  expect(snapshot.data).toMatchObject({ of: 'message', text: 'Hello ', offset: 6 })
  server.app.events.live(id, 'message.delta', { id: snapshot.data.id as never, text: 'you', offset: 6 })
  const delta = await reader.next((event) => event.event === 'message.delta')
  expect(delta.data).toMatchObject({ text: 'you', offset: 6 })
  expect(delta).not.toHaveProperty('id')
})

test('what is private is never sent', async () => {
  const id = await ann.newSession()
  server.app.events.append(id, 'model.error', { requestId: 'r', thread: 't', class: 'auth', text: 'PRIVATE' })
  note(id, 'public')
  const reader = read(`/sessions/${id}/events`)
  await reader.next((event) => event.id === '1')
  expect(JSON.stringify(reader.events)).not.toContain('PRIVATE')
  expect((await ann.get(`/api/sessions/${id}/events?format=json`)).body).not.toContain('PRIVATE')
})

test("the page's one stream has the session's events with ids and the side bar's without", async () => {
  const id = await ann.newSession()
  const bob = await server.as('bob')
  const reader = read(`/events?session=${id}`)
  const other = read('/events', {}, bob)
  await Promise.all([reader.headers, other.headers])
  await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'to the side bar' })
  const update = await reader.next(
    (event) => event.event === 'sessions.update' && event.data.lastMessage === 'to the side bar',
  )
  expect(update).not.toHaveProperty('id')
  expect(update.data).toMatchObject({ id, status: 'running' })
  await reader.next((event) => event.event === 'run.start')
  await bob.newSession()
  await other.next((event) => event.event === 'sessions.update')
  expect(other.events.every((event) => event.data.id !== id)).toBe(true)
})

test('deleting a session ends its streams and tells the side bar', async () => {
  const id = await ann.newSession()
  const watching = read(`/sessions/${id}/events`)
  const bar = read('/events')
  await Promise.all([watching.headers, bar.headers])
  await ann.send('DELETE', `/api/sessions/${id}`)
  await watching.ended
  await bar.next((event) => event.data.id === id && event.data.removed === true)
})

test('stored events come as one array, in windows from the newest or from the oldest', async () => {
  const id = await ann.newSession()
  for (let i = 0; i < 10; i++) note(id, `${i}`)
  const window = async (query: string) =>
    (await ann.get(`/api/sessions/${id}/events?format=json${query}`))
      .json<{ seq: number }[]>()
      .map((e) => e.seq)
  expect(await window('')).toEqual(upTo(10))
  expect(await window('&limit=3')).toEqual([8, 9, 10])
  expect(await window('&before=8&limit=3')).toEqual([5, 6, 7])
  expect(await window('&after=2&limit=3')).toEqual([3, 4, 5])
})

test('a watcher that does not read is dropped, and the others go on', async () => {
  const id = await ann.newSession()
  const { connect } = await import('node:net')
  const lazy = connect(port, '127.0.0.1')
  lazy.write(
    `GET /api/sessions/${id}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${ann.cookie}\r\n\r\n`,
  )
  lazy.pause()
  const dropped = new Promise((resolve) => lazy.once('close', resolve))
  lazy.on('error', () => {})
  const reader = read(`/sessions/${id}/events`)
  await reader.headers
  for (let i = 0; i < 400; i++) {
    note(id, 'x'.repeat(60_000))
    if (i % 10 === 0) await reader.next((event) => event.id === String(i + 1))
  }
  await reader.next((event) => event.id === '400')
  lazy.resume()
  await dropped
  expect(seqs(reader)).toEqual(upTo(400))
})
