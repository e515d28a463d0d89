import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'

let server: AppDouble
let ann: Client
beforeEach(async () => {
  server = await appDouble()
  ann = await server.as('ann')
})
afterEach(() => server.close())

const propose = (session: string, id: string, text = 'Prefer CSV.') =>
  server.app.events.append(session, 'proposal', { id, kind: 'note', name: 'tables', text })
const decide = (who: Client, session: string, id: string, body: object) =>
  who.send('POST', `/api/sessions/${session}/proposals/${id}`, body)
const decisions = (session: string) =>
  server.app.events.since(session, 0, ['proposal.update']).map(({ data }) => data)

test('a proposal that is kept becomes a note that later runs read, and is decided once', async () => {
  const id = await ann.newSession()
  propose(id, 'p1')
  expect((await decide(ann, id, 'p1', { accept: true })).statusCode).toBe(204)
  expect(server.app.library.notes().find(({ name }) => name === 'tables')?.text).toBe('Prefer CSV.')
  expect(decisions(id)).toEqual([{ id: 'p1', state: 'kept' }])
  expect((await decide(ann, id, 'p1', { accept: false })).json()).toMatchObject({
    error: { code: 'PROPOSAL_DECIDED' },
  })
})

test('the person may change the words first; a declined one leaves nothing', async () => {
  const id = await ann.newSession()
  propose(id, 'p1')
  propose(id, 'p2')
  await decide(ann, id, 'p1', { accept: true, text: 'Prefer CSV with a header.' })
  await decide(ann, id, 'p2', { accept: false })
  expect(decisions(id)).toEqual([
    { id: 'p1', state: 'kept', text: 'Prefer CSV with a header.' },
    { id: 'p2', state: 'declined' },
  ])
  const texts = server.app.library.notes().map(({ text }) => text)
  expect(texts).toContain('Prefer CSV with a header.')
  expect(texts).not.toContain('Prefer CSV.')
})

test('a note of that name stays as it is: the new one gets the next free name', async () => {
  const id = await ann.newSession()
  server.app.library.write('note', 'tables', 'An older note.')
  propose(id, 'p1')
  await decide(ann, id, 'p1', { accept: true })
  expect(server.app.library.read('note', 'tables')).toBe('An older note.')
  expect(server.app.library.read('note', 'tables-2')).toBe('Prefer CSV.')
})

test('a member may decline, but not add to what every agent reads', async () => {
  const bob = await server.as('bob')
  const id = await bob.newSession()
  propose(id, 'p1')
  expect((await decide(bob, id, 'p1', { accept: true })).statusCode).toBe(403)
  expect((await decide(ann, id, 'p1', { accept: true })).statusCode).toBe(404)
  expect((await decide(bob, id, 'p1', { accept: false })).statusCode).toBe(204)
  expect((await decide(bob, id, 'nothing', { accept: false })).statusCode).toBe(404)
})
