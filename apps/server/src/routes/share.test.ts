import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'
import { EventReader } from '../testing/event-reader.ts'

let server: AppDouble
let ann: Client
let id: string
beforeEach(async () => {
  server = await appDouble()
  ann = await server.as('ann')
  id = await ann.newSession()
  const blob = await server.app.blobs.keep(id, Buffer.from('picture'), 'image/jpeg')
  const file = await server.app.blobs.keep(id, Buffer.from('report'), 'text/markdown')
  const { events } = server.app
  const callId = 'c1' as never
  events.append(id, 'thought', { id: 't1' as never, role: 'planner', text: 'SECRET THOUGHT' })
  events.append(id, 'tool.start', { callId, name: 'browser_open', args: {}, title: 'Opening' })
  const view = { kind: 'browser', url: 'http://x', title: 'X', shot: blob } as const
  events.append(id, 'tool.end', { callId, outcome: 'ok', ms: 1, view })
  events.append(id, 'artifact', {
    path: '/workspace/report.md',
    name: 'report.md',
    size: 6,
    mime: 'text/markdown',
    sha256: 'x',
    blob: file,
  })
})
afterEach(() => server.close())

const share = async (ticked: object) => {
  const { url } = (await ann.send('POST', `/api/sessions/${id}/share`, ticked)).json<{ url: string }>()
  return `/api/shared/${url.split('/').at(-1)}`
}
const stranger = (url: string) => server.app.inject({ url })
const shown = async (base: string) => {
  const events = (await stranger(`${base}/events?format=json`)).json<
    { seq: number; type: string; view?: { shot?: string }; blob?: string }[]
  >()
  expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4])
  return events
}

test('a link shows exactly what was ticked, and no hole where something is left out', async () => {
  const plain = await shown(await share({}))
  expect(JSON.stringify(plain)).not.toContain('SECRET THOUGHT')
  expect(plain[2]?.view?.shot).toBeUndefined()
  expect(plain.map((event) => event.type)).toEqual(['notice', 'tool.start', 'tool.end', 'notice'])
  const all = await shown(await share({ files: true, screenshots: true, thoughts: true }))
  expect(all.map((event) => event.type)).toEqual(['thought', 'tool.start', 'tool.end', 'artifact'])
})

test('a file that is not shown cannot be fetched either', async () => {
  const base = await share({ screenshots: true })
  const shot = (await shown(base))[2]?.view?.shot
  expect((await stranger(`${base}/blobs/${shot}`)).body).toBe('picture')
  const file = server.app.events.newest(id, 'artifact')?.data.blob
  expect((await stranger(`${base}/blobs/${file}`)).statusCode).toBe(404)
})

test('a new link ends the old one, and an old link ends by its date', async () => {
  const first = await share({})
  const second = await share({ expires: Date.now() - 1 })
  expect((await stranger(first)).statusCode).toBe(404)
  expect((await stranger(second)).json()).toMatchObject({ error: { code: 'SHARE_NOT_FOUND' } })
})

test('revoking ends the viewers that are there', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const base = await share({})
  const viewer = new EventReader(`http://127.0.0.1:${port}${base}/events`, {})
  await viewer.next((event) => event.id === '4')
  await ann.send('DELETE', `/api/sessions/${id}/share`)
  await viewer.ended
  expect((await stranger(base)).statusCode).toBe(404)
})
