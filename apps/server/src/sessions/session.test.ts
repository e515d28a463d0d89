import { SandboxBootError } from '@deskhand/sandbox'
import { afterEach, expect, test, vi } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})
const eventsOf = (id: string) =>
  server.app.events.entries(id).map((entry) => ({ type: entry.type, ...(entry.data as object) }))

test('many who ask for the sandbox at once start one, and the log tells of one start', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const answers = await Promise.all([
    ann.get(`/api/sessions/${id}/files`),
    ann.get(`/api/sessions/${id}/files`),
    ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' }),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
  const types = eventsOf(id).map((event) => event.type)
  expect(types.filter((type) => type === 'sandbox.start')).toHaveLength(1)
  expect(types.filter((type) => type === 'sandbox.ready')).toHaveLength(1)
})

test('a boot that fails ends in one event with its reason and the tail of its log, and may be tried again', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const { acquire } = server.sandboxes.host
  server.sandboxes.host.acquire = async () => {
    throw new SandboxBootError('failed', 'The container ended at once with code 127.', 'sh: not found')
  }
  const answer = await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    error: { code: 'SANDBOX_FAILED', message: 'The container ended at once with code 127.' },
  })
  expect(eventsOf(id)).toEqual([
    { type: 'sandbox.start' },
    {
      type: 'sandbox.end',
      reason: 'failed',
      text: 'The container ended at once with code 127.',
      log: 'sh: not found',
    },
  ])
  server.sandboxes.host.acquire = acquire
  expect((await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })).statusCode).toBe(200)
})

test('a container that is killed is told in the log', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  const { containerId } = server.sandboxes.store.all().find((record) => record.sessionId === id) ?? {}
  const told = new Promise<void>((resolve) => {
    server.app.events.onAppend((session, entry) => {
      if (session === id && entry.type === 'sandbox.end') resolve()
    })
  })
  server.sandboxes.engine.kill(containerId ?? '', { outOfMemory: true })
  await told
  expect(eventsOf(id).at(-1)).toMatchObject({ type: 'sandbox.end', reason: 'out_of_memory' })
})

test('a session at rest that nobody watches leaves memory, and is there again when asked for', async () => {
  let now = Date.now()
  const clock = { now: () => now, sleep: async () => {} }
  server = await appDouble({ parts: { clock } })
  const ann = await server.as('ann')
  const ids = [await ann.newSession(), await ann.newSession()]
  for (const id of ids) await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'hello' })
  await ann.send('POST', `/api/sessions/${ids[0]}/stop`)
  expect(server.app.sessions.awake).toBe(2)
  now += 6 * 60_000
  await server.app.sessions.rest()
  // The other one is still at work.
  expect(server.app.sessions.awake).toBe(1)
  const answer = await ann.send('POST', `/api/sessions/${ids[0]}/messages`, { text: 'again' })
  expect(answer.json()).toMatchObject({ seq: expect.any(Number) })
  const seqs = server.app.events.entries(ids[0] ?? '').flatMap((entry) => entry.seq ?? [])
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
})

test('an unread answer is unread until it is read, in the list and for the side bar', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  server.app.events.append(id, 'message', { id: 'm1' as never, role: 'assistant', text: 'Done.' })
  const listed = async () =>
    (await ann.get('/api/sessions')).json<{ items: { unread: boolean; lastMessage: string }[] }>().items[0]
  expect(await listed()).toMatchObject({ unread: true, lastMessage: 'Done.' })
  await ann.send('PATCH', `/api/sessions/${id}`, { read: true })
  expect(await listed()).toMatchObject({ unread: false })
})

test('a title given by the person stays when the agent thinks of one', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  server.app.events.append(id, 'session.update', { title: 'From the agent' })
  expect((await ann.get(`/api/sessions/${id}`)).json()).toMatchObject({ title: 'From the agent' })
  await ann.send('PATCH', `/api/sessions/${id}`, { title: 'Mine' })
  server.app.events.append(id, 'session.update', { title: 'Another' })
  expect((await ann.get(`/api/sessions/${id}`)).json()).toMatchObject({ title: 'Mine' })
  expect(eventsOf(id).at(-1)).toEqual({ type: 'session.update', title: 'Mine' })
})

test('the list comes in pages, pinned first, and archived ones apart', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const ids: string[] = []
  for (let i = 0; i < 120; i++) ids.push(await ann.newSession())
  await ann.send('PATCH', `/api/sessions/${ids[3]}`, { pinned: true })
  await ann.send('PATCH', `/api/sessions/${ids[5]}`, { archived: true })
  const seen: string[] = []
  let cursor = ''
  do {
    const page = (await ann.get(`/api/sessions${cursor}`)).json<{ items: { id: string }[]; next?: string }>()
    seen.push(...page.items.map((item) => item.id))
    cursor = page.next === undefined ? '' : `?cursor=${page.next}`
  } while (cursor !== '')
  expect(seen[0]).toBe(ids[3])
  expect(new Set(seen).size).toBe(119)
  expect(seen).toHaveLength(119)
  expect((await ann.get('/api/sessions?archived=true')).json()).toMatchObject({ items: [{ id: ids[5] }] })
})
