import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'

let server: AppDouble
let ann: Client
let port: number
beforeAll(async () => {
  server = await appDouble()
  ann = await server.as('ann')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

interface Dialled {
  socket: WebSocket
  closed: Promise<number>
  refused: Promise<number>
  first: Promise<Buffer>
}
function dial(path: string, headers: Record<string, string> = { cookie: ann.cookie }): Dialled {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api${path}`, ['binary'], {
    headers: { origin: `http://127.0.0.1:${port}`, ...headers },
  })
  socket.on('error', () => {})
  return {
    socket,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    refused: new Promise((resolve) =>
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0)),
    ),
    first: new Promise((resolve) => socket.once('message', (data) => resolve(data as Buffer))),
  }
}
async function awake(client = ann) {
  const id = await client.newSession()
  await client.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  return id
}
const take = async (id: string) =>
  (await ann.send('POST', `/api/sessions/${id}/control`, { action: 'take' })).json<{ lease: string }>().lease

test('the live view greets in the RFB tongue, over the subprotocol binary', async () => {
  const id = await awake()
  const view = dial(`/sessions/${id}/vnc`)
  expect((await view.first).toString()).toMatch(/^RFB 003/)
  expect(view.socket.protocol).toBe('binary')
  view.socket.close()
  await view.closed
})

test('a socket says in its close code why it was not opened', async () => {
  const id = await awake()
  const asleep = await ann.newSession()
  const bob = await server.as('bob')
  expect(await dial(`/sessions/${id}/vnc`, {}).closed).toBe(4401)
  expect(await dial(`/sessions/${id}/vnc`, { cookie: bob.cookie }).closed).toBe(4404)
  expect(await dial(`/sessions/${asleep}/vnc`).closed).toBe(4404)
  expect(await dial(`/sessions/${id}/vnc?lease=guess`).closed).toBe(4409)
})

test('a page of another site gets no socket at all', async () => {
  const id = await awake()
  const foreign = dial(`/sessions/${id}/vnc`, { cookie: ann.cookie, origin: 'http://evil.example' })
  expect(await foreign.refused).toBe(403)
  foreign.socket.terminate()
})

test('one person has control at a time, and the same person may take it again', async () => {
  const id = await awake()
  const lease = await take(id)
  expect(lease).toMatch(/^[\w-]{40,}$/)
  const writable = dial(`/sessions/${id}/vnc?lease=${lease}`)
  await writable.first
  const second = await take(id)
  expect(second).not.toBe(lease)
  expect(await writable.closed).toBe(4409)
  const beat = (which: string) =>
    ann.send('POST', `/api/sessions/${id}/control`, { action: 'heartbeat', lease: which })
  expect((await beat(second)).statusCode).toBe(200)
  expect((await beat(lease)).json()).toMatchObject({ error: { code: 'NOT_IN_CONTROL' } })
})

test('giving control back ends the writable view and tells the agent with the note', async () => {
  const id = await awake()
  const lease = await take(id)
  const writable = dial(`/sessions/${id}/vnc?lease=${lease}`)
  await writable.first
  await ann.send('POST', `/api/sessions/${id}/control`, { action: 'return', lease, note: 'signed in' })
  expect(await writable.closed).toBe(4409)
  const events = (await ann.get(`/api/sessions/${id}/events?format=json`)).json<
    { type: string; note?: string }[]
  >()
  expect(events.find((event) => event.type === 'takeover.end')?.note).toBe('signed in')
})

test('the clipboard is open to who has control, and to nobody else', async () => {
  const id = await awake()
  expect((await ann.get(`/api/sessions/${id}/clipboard`)).statusCode).toBe(409)
  const lease = await take(id)
  await ann.send('PUT', `/api/sessions/${id}/clipboard`, { lease, text: '你好' })
  expect((await ann.get(`/api/sessions/${id}/clipboard?lease=${lease}`)).json()).toEqual({ text: '你好' })
  const other = await ann.send('PUT', `/api/sessions/${id}/clipboard`, { lease: 'guess', text: 'x' })
  expect(other.json()).toMatchObject({ error: { code: 'NOT_IN_CONTROL' } })
})

test('a terminal shows what a shell writes, and takes no keys without control', async () => {
  const id = await awake()
  const sandbox = server.sandboxes.sandboxOf(id)
  await sandbox?.shell.exec({
    callId: 'c1',
    command: 'while read -r line; do echo "got $line"; done',
    waitSeconds: 0,
  })
  const list = (await ann.get(`/api/sessions/${id}/terminals`)).json<{ name: string; state: string }[]>()
  expect(list).toMatchObject([{ name: 'main', state: 'running' }])
  const viewer = dial(`/sessions/${id}/terminals/main`)
  await new Promise((resolve) => viewer.socket.once('open', resolve))
  viewer.socket.send('from a viewer\n')
  const lease = await take(id)
  const hands = dial(`/sessions/${id}/terminals/main?lease=${lease}`)
  const seen = new Promise<string>((resolve) => {
    let text = ''
    viewer.socket.on('message', (data) => {
      text += String(data)
      if (text.includes('got it')) resolve(text)
    })
  })
  await new Promise((resolve) => hands.socket.once('open', resolve))
  hands.socket.send('it\n')
  expect(await seen).toBe('got it\n')
  viewer.socket.close()
  hands.socket.close()
})
