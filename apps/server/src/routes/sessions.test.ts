import { afterEach, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(() => server.close())

test('a session is made at once, without a sandbox, and stands in the list', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const made = await ann.send('POST', '/api/sessions', { title: 'Trip' })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ title: 'Trip', status: 'idle', plan: null, sandbox: null, lastSeq: 1 })
  const list = await ann.get('/api/sessions')
  expect(list.json()).toMatchObject({ items: [{ title: 'Trip', unread: false, pinned: false }] })
})

test('the same clientId twice is one message', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const post = () => ann.send('POST', `/api/sessions/${id}/messages`, { text: 'hello', clientId: 'c1' })
  const first = await post()
  const second = await post()
  expect(first.statusCode).toBe(202)
  expect(second.json()).toEqual(first.json())
  const events = (await ann.get(`/api/sessions/${id}/events?format=json`)).json<{ type: string }[]>()
  expect(events.filter((event) => event.type === 'message')).toHaveLength(1)
})

test('a message without text, attachment or answer is refused, and nothing is stored', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const answer = await ann.send('POST', `/api/sessions/${id}/messages`, { text: '  ' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: { code: 'EMPTY_MESSAGE' } })
  expect((await ann.get(`/api/sessions/${id}`)).json()).toMatchObject({ lastSeq: 0 })
})

test('a deleted session is gone, with its container and its row', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  expect(server.sandboxes.sandboxOf(id)).toBeDefined()
  expect((await ann.send('DELETE', `/api/sessions/${id}`)).statusCode).toBe(204)
  expect((await ann.get(`/api/sessions/${id}`)).statusCode).toBe(404)
  expect(server.sandboxes.sandboxOf(id)).toBeUndefined()
  expect((await ann.get('/api/sessions')).json()).toEqual({ items: [] })
})

test('an empty body is no body, whatever type it says it has, and a broken one is refused in words', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const headers = { cookie: ann.cookie, 'content-type': 'application/json' }
  const post = (url: string, payload: string) => server.request({ method: 'POST', url, headers, payload })
  expect((await post(`/api/sessions/${id}/stop`, '')).statusCode).toBe(202)
  expect((await post('/api/sessions', '')).statusCode).toBe(201)
  const broken = await post(`/api/sessions/${id}/messages`, '{"text": ')
  expect(broken.json()).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
})
