import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'
import { EventReader } from '../testing/event-reader.ts'

// What is open when a sign-in ends has to end with it: a stream asks nobody again.
let server: AppDouble
let ann: Client
let port: number
const readers: EventReader[] = []
beforeEach(async () => {
  server = await appDouble()
  ann = await server.as('ann')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close()
  await server.close()
})

async function read(path: string, headers: Record<string, string>) {
  const reader = new EventReader(`http://127.0.0.1:${port}/api${path}`, headers)
  readers.push(reader)
  expect(await reader.headers).toMatchObject({ status: 200 })
  return reader
}

test('signing out ends this browser’s streams and live view, and those of another browser go on', async () => {
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  const [, name] = /^(\w+)=/.exec(ann.cookie) ?? []
  const other = {
    cookie: `${name}=${server.app.signIns.start(server.app.accounts.named('ann')?.id ?? '', 'b')}`,
  }
  const mine = [
    await read(`/events?session=${id}`, { cookie: ann.cookie }),
    await read(`/sessions/${id}/events`, { cookie: ann.cookie }),
  ]
  const theirs = await read(`/events?session=${id}`, other)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/sessions/${id}/vnc`, ['binary'], {
    headers: { origin: `http://127.0.0.1:${port}`, cookie: ann.cookie },
  })
  await new Promise((resolve) => socket.once('message', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))

  await ann.send('POST', '/api/auth/logout')
  await Promise.all(mine.map((reader) => reader.ended))
  expect(await closed).toBe(4401)
  server.app.events.append(id, 'notice', { level: 'info', code: 'TEST', text: 'still here' })
  await theirs.next((event) => event.data.code === 'TEST')
})

test('a token that is taken back and a person who is removed hear nothing more', async () => {
  const { token, id: tokenId } = (await ann.send('POST', '/api/tokens', { name: 't' })).json<{
    token: string
    id: string
  }>()
  const byToken = await read('/events', { authorization: `Bearer ${token}` })
  await ann.send('DELETE', `/api/tokens/${tokenId}`)
  await byToken.ended

  const bob = await server.as('bob')
  const bobs = await read('/events', { cookie: bob.cookie })
  await ann.send('DELETE', `/api/users/${server.app.accounts.named('bob')?.id}`)
  await bobs.ended
})
