import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'

let server: AppDouble
let ann: Client
let id: string
let program: Server
let programPort: number
const reached: IncomingMessage[] = []

beforeAll(async () => {
  program = createServer((asked, answer) => {
    reached.push(asked)
    answer.writeHead(asked.url === '/moved' ? 302 : 200, {
      'set-cookie': ['own=1', 'deskhand_x=planted'],
      ...(asked.url === '/moved' ? { location: `http://localhost:${programPort}/next?a=1` } : {}),
    })
    asked.pipe(answer, { end: false })
    asked.once('end', () => answer.end(` from ${asked.url}`))
  })
  new WebSocketServer({ server: program }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(`echo ${data}`))
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  programPort = (program.address() as AddressInfo).port

  server = await appDouble({ env: { PREVIEW_PORT: '0' } })
  ann = await server.as('ann')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/sandbox`, { action: 'wake' })
})
afterAll(async () => {
  await server.close()
  program.closeAllConnections()
  program.close()
})

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}
function ask(
  url: string,
  options: { headers?: Record<string, string>; method?: string; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => (body += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      },
    )
    asked.on('error', reject)
    asked.end(options.body)
  })
}
async function open(port = programPort) {
  const answer = await ann.send('POST', `/api/sessions/${id}/ports/${port}/open`)
  return answer.json<{ url: string }>().url
}
async function visit(before = '') {
  const url = await open()
  const opened = await ask(url, { headers: { cookie: before } })
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { url, origin: new URL(url).origin, opened, cookie }
}

test('a ticket opens once: to /, with a cookie of its own and Clear-Site-Data', async () => {
  const { url, opened } = await visit()
  expect(opened.status).toBe(303)
  expect(opened.headers.location).toBe('/')
  expect(opened.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(opened.headers['set-cookie']?.[0]).toMatch(/^deskhand_preview_\w+=.+HttpOnly; SameSite=Lax/)
  expect((await ask(url)).status).toBe(410)
})

test('the program sees the request as it is, but no cookie of ours, and can set none of our names', async () => {
  const { origin, cookie } = await visit()
  const answer = await ask(`${origin}/path?q=1`, {
    method: 'POST',
    headers: { cookie: `${ann.cookie}; own=1; ${cookie}`, 'x-own': 'yes' },
    body: 'hello',
  })
  expect(answer).toMatchObject({ status: 200, body: 'hello from /path?q=1' })
  expect(reached.at(-1)?.headers).toMatchObject({
    cookie: 'own=1',
    'x-own': 'yes',
    host: `localhost:${programPort}`,
  })
  expect(answer.headers['set-cookie']).toEqual(['own=1'])
})

test('a redirect of the program stays on the preview origin', async () => {
  const { origin, cookie } = await visit()
  const answer = await ask(`${origin}/moved`, { headers: { cookie } })
  expect(answer.headers.location).toBe('/next?a=1')
})

test('opening another program replaces the first, and the old tab is told so', async () => {
  const first = await visit()
  const second = await visit(first.cookie)
  expect((await ask(second.origin, { headers: { cookie: second.cookie } })).status).toBe(200)
  const old = await ask(first.origin, { headers: { cookie: first.cookie } })
  expect(old).toMatchObject({ status: 401, body: expect.stringContaining('Another program was opened') })
})

test('a WebSocket goes through for the own origin, and for no other', async () => {
  const { origin, cookie } = await visit()
  const address = `${origin.replace('http', 'ws')}/socket`
  const socket = new WebSocket(address, { headers: { cookie, origin } })
  const echo = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send('hi')
  expect(await echo).toBe('echo hi')
  socket.close()
  const foreign = new WebSocket(address, { headers: { cookie, origin: 'http://evil.example' } })
  const refused = await new Promise((resolve) =>
    foreign.once('unexpected-response', (_, answer) => resolve(answer.statusCode)),
  )
  expect(refused).toBe(403)
})

test('a stranger without a ticket gets nothing', async () => {
  const { origin } = await visit()
  expect((await ask(origin)).status).toBe(401)
})

test('a program that is gone is told in words', async () => {
  const url = await open(1)
  const opened = await ask(url)
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect(await ask(new URL(url).origin, { headers: { cookie } })).toMatchObject({
    status: 502,
    body: 'The program does not answer.\n',
  })
})
