import { afterEach, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(() => server.close())
type Body = { settings: { key: string; value?: string; set: boolean; source: string }[] }

test('a saved key is used, said to be there, and never sent back', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const saved = await ann.send('PUT', '/api/settings', {
    settings: { API_KEY: 'sk-very-secret', APPROVALS: 'always' },
  })
  expect(saved.statusCode).toBe(200)
  expect(saved.body).not.toContain('sk-very-secret')
  const { settings } = saved.json<Body>()
  expect(settings.find((one) => one.key === 'API_KEY')).toMatchObject({ set: true, source: 'saved' })
  expect(settings.find((one) => one.key === 'APPROVALS')).toMatchObject({ value: 'always', source: 'saved' })
  expect(server.app.settings.values.API_KEY).toBe('sk-very-secret')
  const back = await ann.send('PUT', '/api/settings', { settings: { APPROVALS: null } })
  expect(back.json<Body>().settings.find((one) => one.key === 'APPROVALS')).toMatchObject({
    value: 'risky',
    source: 'default',
  })
})

test('of several changes none is made when one is wrong', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const change = (settings: object) => ann.send('PUT', '/api/settings', { settings })
  const codes = [
    await change({ RUN_MAX_CALLS: '50', STEP_MAX_CALLS: 'many' }),
    await change({ RUN_MAX_CALLS: '50', API_BSE: 'http://x' }),
    await change({ RUN_MAX_CALLS: '50', PORT: '1' }),
  ].map((answer) => answer.json<{ error: { code: string } }>().error.code)
  expect(codes).toEqual(['SETTING_INVALID', 'SETTING_UNKNOWN', 'SETTING_AT_START'])
  expect(server.app.settings.values.RUN_MAX_CALLS).toBe(200)
})

test('what the environment fixes cannot be changed', async () => {
  server = await appDouble({ env: { APPROVALS: 'never' } })
  const ann = await server.as('ann')
  const answer = await ann.send('PUT', '/api/settings', { settings: { APPROVALS: 'always' } })
  expect(answer.json()).toMatchObject({ error: { code: 'SETTING_FIXED' } })
})

test('a note is written, read, listed and removed; a name cannot leave its folder', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const text = '---\ntitle: Coffee\nwhen: [coffee, 咖啡]\nalways: true\n---\nTwo spoons.\n'
  expect((await ann.send('PUT', '/api/knowledge/coffee', { text })).statusCode).toBe(204)
  const listed = (await ann.get('/api/knowledge')).json<{ name: string }[]>()
  expect(listed).toContainEqual({
    name: 'coffee',
    title: 'Coffee',
    when: ['coffee', '咖啡'],
    urls: [],
    always: true,
  })
  expect(listed.map((note) => note.name)).toContain('flight-search-addresses')
  expect((await ann.get('/api/knowledge/coffee')).json()).toEqual({ name: 'coffee', text })
  expect((await ann.send('DELETE', '/api/knowledge/coffee')).statusCode).toBe(204)
  expect((await ann.get('/api/knowledge/coffee')).statusCode).toBe(404)
  const outside = await ann.send('PUT', `/api/knowledge/${encodeURIComponent('../evil')}`, { text })
  expect(outside.statusCode).toBe(400)
})

test('a fresh sandbox has the notes and skills, and an old one gets what is new when it is used again', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  const sandbox = server.sandboxes.sandboxOf(id)
  expect(await sandbox?.files.stat('/home/agent/skills/report-from-sources/SKILL.md')).toBeDefined()
  await ann.send('PUT', '/api/knowledge/new', { text: 'new' })
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'pause' })
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
  expect(await sandbox?.files.stat('/home/agent/knowledge/new.md')).toBeDefined()
})

test("a project is its owner's, and its instructions reach the sessions in it", async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const bob = await server.as('bob')
  await ann.send('PUT', '/api/projects/p1', { name: 'Home', instructions: 'Prices in euro.' })
  expect((await bob.get('/api/projects/p1')).statusCode).toBe(404)
  expect((await bob.send('PUT', '/api/projects/p1', { name: 'Mine' })).statusCode).toBe(404)
  expect((await bob.send('POST', '/api/sessions', { projectId: 'p1' })).statusCode).toBe(404)
  const made = await ann.send('POST', '/api/sessions', { projectId: 'p1' })
  expect(made.json()).toMatchObject({ projectId: 'p1' })
  expect(server.app.projects.instructionsOf('p1')).toBe('Prices in euro.')
})
