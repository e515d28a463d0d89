import { afterEach, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(() => server.close())

const post = (url: string, payload: object, headers = {}) =>
  server.request({ method: 'POST', url, payload, headers })
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie'] ?? '')

test('the set-up link makes the first account once, and it is an administrator', async () => {
  server = await appDouble()
  const token = server.app.accounts.setupLink()
  const before = await server.request({ method: 'GET', url: '/api/auth/me' })
  expect(before.json()).toEqual({ user: null, setupNeeded: true, auth: 'password' })
  const made = await post('/api/auth/setup', { token, username: 'Ann', password: 'long enough' })
  expect(made.json()).toMatchObject({ username: 'Ann', role: 'admin' })
  expect(cookieOf(made)).toMatch(/^deskhand_\w{6}=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
  const again = await post('/api/auth/setup', { token, username: 'Eve', password: 'long enough' })
  expect(again.json()).toMatchObject({ error: { code: 'SETUP_DONE' } })
})

test('a guessed set-up token makes nobody', async () => {
  server = await appDouble()
  server.app.accounts.setupLink()
  const answer = await post('/api/auth/setup', { token: 'guess', username: 'Eve', password: 'long enough' })
  expect(answer.statusCode).toBe(403)
  expect(server.app.accounts.setupNeeded).toBe(true)
})

test('the sixth wrong password in a row is answered 429, also for a name that does not exist', async () => {
  server = await appDouble()
  await server.as('ann')
  for (const username of ['ann', 'nobody']) {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await post('/api/auth/login', { username, password: 'wrong' })).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  }
})

test('a name is the same in capitals, and the right password signs in', async () => {
  server = await appDouble()
  await server.as('ann')
  const answer = await post('/api/auth/login', { username: 'ANN', password: 'a long password' })
  expect(answer.statusCode).toBe(200)
  const me = await server.request({
    method: 'GET',
    url: '/api/auth/me',
    headers: { cookie: cookieOf(answer).split(';')[0] ?? '' },
  })
  expect(me.json()).toMatchObject({ user: { username: 'ann' } })
})

test('a cookie of our name set by another program of this host does not lock anyone out', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const [name] = ann.cookie.split('=')
  const answer = await server.request({
    method: 'GET',
    url: '/api/sessions',
    headers: { cookie: `${name}=planted; other=1; ${ann.cookie}` },
  })
  expect(answer.statusCode).toBe(200)
})

test('signing out ends the cookie, and ending another browser ends that one only', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const second = await post('/api/auth/login', { username: 'ann', password: 'a long password' })
  const cookie = cookieOf(second).split(';')[0] ?? ''
  const list = (await ann.get('/api/auth/sessions')).json<{ id: string; current: boolean }[]>()
  expect(list.map((one) => one.current).sort()).toEqual([false, true])
  const other = list.find((one) => !one.current)
  await ann.send('DELETE', `/api/auth/sessions/${other?.id}`)
  expect(
    (await server.request({ method: 'GET', url: '/api/sessions', headers: { cookie } })).statusCode,
  ).toBe(401)
  await ann.send('POST', '/api/auth/logout')
  expect((await ann.get('/api/sessions')).statusCode).toBe(401)
})

test('a reset link sets a new password and ends the other sign-ins', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const user = server.app.accounts.named('ann')
  const token = server.app.accounts.resetLink(user?.id ?? '')
  const answer = await post('/api/auth/setup', { token, username: 'ann', password: 'another long one' })
  expect(answer.statusCode).toBe(200)
  expect((await ann.get('/api/sessions')).statusCode).toBe(401)
  expect((await post('/api/auth/login', { username: 'ann', password: 'another long one' })).statusCode).toBe(
    200,
  )
})

test('the last administrator can neither be removed nor made a member', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const { id } = server.app.accounts.named('ann') ?? { id: '' }
  for (const answer of [
    await ann.send('DELETE', `/api/users/${id}`),
    await ann.send('PATCH', `/api/users/${id}`, { role: 'member' }),
  ])
    expect(answer.json()).toMatchObject({ error: { code: 'LAST_ADMIN' } })
})

test('a removed person leaves no session behind', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const bob = await server.as('bob')
  const id = await bob.newSession()
  await bob.send('POST', `/api/sessions/${id}/messages`, { text: 'hello' })
  const user = server.app.accounts.named('bob')
  expect((await ann.send('DELETE', `/api/users/${user?.id}`)).statusCode).toBe(204)
  expect((await bob.get('/api/sessions')).statusCode).toBe(401)
  const left = server.app.db.sqlite.prepare('SELECT count(*) AS n FROM entries').get()
  expect(left).toEqual({ n: 0 })
})

test('no password, token or hash is ever in the log', async () => {
  const written: string[] = []
  const original = process.stdout.write.bind(process.stdout)
  process.stdout.write = ((chunk: string) => written.push(String(chunk)) > 0) as typeof process.stdout.write
  try {
    server = await appDouble({ env: { LOG_LEVEL: 'trace' } })
    const token = server.app.accounts.setupLink()
    const answer = await post(`/api/auth/setup?token=${token}`, {
      token,
      username: 'ann',
      password: 'sesame-open-1',
    })
    const cookie = cookieOf(answer)
    await server.request({ method: 'GET', url: `/api/sessions?x=${token}`, headers: { cookie } })
    expect(written.join('')).toContain('/api/auth/setup')
    for (const secret of [token, 'sesame-open-1', cookie.split('=')[1]?.split(';')[0] ?? '', 'scrypt$'])
      expect(written.join('')).not.toContain(secret)
  } finally {
    process.stdout.write = original
  }
})

test('behind AUTH=proxy only a trusted proxy may name a person', async () => {
  server = await appDouble({ env: { AUTH: 'proxy', TRUST_PROXY: '127.0.0.1' } })
  const named = { 'remote-user': 'ann', 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'localhost:3000' }
  const through = await server.request({ method: 'GET', url: '/api/auth/me', headers: named })
  expect(through.json()).toMatchObject({ user: { username: 'ann', role: 'admin' }, auth: 'proxy' })
  const direct = await server.request({
    method: 'GET',
    url: '/api/auth/me',
    headers: { 'remote-user': 'ann' },
    remoteAddress: '192.0.2.9',
  })
  expect(direct.json()).toMatchObject({ user: null })
})

test('with AUTH=none a name that a stranger can point here is not answered', async () => {
  server = await appDouble({ env: { AUTH: 'none' } })
  const at = (host: string) => server.request({ method: 'GET', url: '/api/sessions', headers: { host } })
  expect((await at('localhost:3000')).statusCode).toBe(200)
  expect((await at('192.168.1.5:3000')).statusCode).toBe(200)
  expect((await at('rebind.example.com')).json()).toMatchObject({ error: { code: 'HOST_NOT_ALLOWED' } })
})

test('a request from a sandbox is refused whatever it brings', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  server.sandboxes.host.isSandboxAddress = (address) => address === '172.30.0.9'
  const answer = await server.app.inject({
    url: '/api/health',
    headers: { cookie: ann.cookie },
    remoteAddress: '172.30.0.9',
  })
  expect(answer.json()).toMatchObject({ error: { code: 'SANDBOX_REFUSED' } })
})
