import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

// Made from the list of routes itself: a route added tomorrow is tested today.

let server: AppDouble
let theirs: string
beforeAll(async () => {
  server = await appDouble()
  await server.as('admin')
  theirs = await (await server.as('ann')).newSession()
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
function everyRoute(): { method: Method; url: string }[] {
  const { paths = {} } = server.app.swagger() as { paths?: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase() as Method,
      url: path
        .replace('{id}', theirs)
        .replace(/\{port\}/, '8000')
        .replace(/\{\w+\}/g, 'some-name'),
    })),
  )
}

const open = ['GET /api/auth/me', 'GET /api/health', 'POST /api/auth/login', 'POST /api/auth/setup']

test('without a login every route but the four open ones answers 401', async () => {
  const answers = await Promise.all(
    everyRoute().map(async ({ method, url }) => {
      const answer = await server.request({ method, url })
      return { route: `${method} ${url}`, status: answer.statusCode }
    }),
  )
  expect(answers.length).toBeGreaterThan(50)
  const strangers = answers.filter(({ status }) => status !== 401).map(({ route }) => route)
  expect(strangers.filter((route) => !route.includes('/api/shared/')).sort()).toEqual(open)
})

test("another person's session does not exist, at any of its routes", async () => {
  const bob = await server.as('bob')
  const below = everyRoute().filter(({ url }) => url.includes(theirs))
  expect(below.length).toBeGreaterThan(25)
  for (const { method, url } of below) {
    const answer = await (method === 'GET' ? bob.get(url) : bob.send(method, url, {}))
    expect(`${method} ${url}: ${answer.statusCode}`).toBe(`${method} ${url}: 404`)
    expect(answer.json()).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } })
  }
})

test('an administrator sees no more of it', async () => {
  const admin = await server.as('admin')
  expect((await admin.get(`/api/sessions/${theirs}`)).statusCode).toBe(404)
  expect((await admin.get('/api/sessions')).json()).toEqual({ items: [] })
  expect((await admin.get(`/api/events?session=${theirs}`)).statusCode).toBe(404)
})

test('a write with a cookie and without a matching Origin is refused at every route', async () => {
  const ann = await server.as('ann')
  const writes = everyRoute().filter(({ method }) => method !== 'GET')
  for (const origin of ['http://evil.example', 'http://localhost:3001', 'null']) {
    for (const { method, url } of writes) {
      const answer = await server.request({
        method,
        url,
        headers: { cookie: ann.cookie, origin },
        payload: {},
      })
      expect(`${origin} ${method} ${url}: ${answer.statusCode}`).toBe(`${origin} ${method} ${url}: 403`)
    }
  }
})

test('a token needs no Origin, and a wrong one opens nothing', async () => {
  const ann = await server.as('ann')
  const { token } = (await ann.send('POST', '/api/tokens', { name: 'script' })).json<{ token: string }>()
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/sessions',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(made.statusCode).toBe(201)
  const refused = await server.app.inject({
    url: '/api/sessions',
    headers: { authorization: `Bearer ${token}x`, cookie: ann.cookie },
  })
  expect(refused.statusCode).toBe(401)
})

test('what only an administrator may do is refused to the others', async () => {
  const ann = await server.as('ann')
  const requests = [
    ann.get('/api/users'),
    ann.get('/api/system'),
    ann.send('PUT', '/api/settings', { settings: {} }),
    ann.send('PUT', '/api/knowledge/x', { text: 'x' }),
    ann.send('POST', '/api/users', { username: 'eve' }),
  ]
  for (const answer of await Promise.all(requests)) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: { code: 'ADMIN_ONLY' } })
  }
})
