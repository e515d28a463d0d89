import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket as Client, type WebSocket, WebSocketServer } from 'ws'
import { routes } from '../routes/index.ts'
import { RunningGateway, TOKEN } from '../testing/running-gateway.ts'
import { matchPath } from './route.ts'

let box: RunningGateway
beforeAll(async () => {
  box = await RunningGateway.start()
})
afterAll(() => box.close())

/** What a raw request is answered with, upgrades too. */
function raw(lines: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(box.port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.once('close', () => done(text))
    socket.once('error', fail)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

describe.each(
  routes.map((route) => [route.method === '*' ? 'GET' : route.method, route.path, 'upgrade' in route]),
)('%s %s', (method, path, isUpgrade) => {
  const lines = [
    `${method} ${path.replace(/:\w+/g, '1').replace('*', 'x')} HTTP/1.1`,
    'Host: x',
    'Content-Length: 0',
  ]
  if (isUpgrade) lines.push('Connection: Upgrade', 'Upgrade: websocket')

  test('is closed without the token, and with a wrong one', async () => {
    expect(await raw(lines)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await raw([...lines, `Authorization: Bearer ${TOKEN}x`])).toMatch(/^HTTP\/1\.1 401 /)
    expect(await raw([...lines, 'X-Deskhand-Token: '])).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('is closed to pages, whatever they know', async () => {
    const page = [...lines, 'Origin: http://evil.example']
    expect(await raw(page)).toMatch(/^HTTP\/1\.1 40[13] /)
    if (!path.startsWith('/proxy/'))
      expect(await raw([...page, `Authorization: Bearer ${TOKEN}`])).toMatch(/^HTTP\/1\.1 403 /)
  })
})

test('what is not there is said, and a wrong method too', async () => {
  expect((await box.fetch('/nothing')).status).toBe(404)
  expect((await box.fetch('/health', { method: 'POST' })).status).toBe(405)
  expect((await box.fetch('/files/read', { method: 'POST', body: '{' })).status).toBe(400)
  const wrong = await box.fetch('/files/read', { method: 'POST', body: '{"path":5}' })
  expect(await wrong.json()).toMatchObject({
    error: { code: 'BAD_REQUEST', message: expect.stringContaining('path') },
  })
})

test('a path is matched whole, and its parts are decoded', () => {
  expect(matchPath('/shells/:name/attach', '/shells/a%20b/attach')).toEqual({ name: 'a b' })
  expect(matchPath('/proxy/:port/*', '/proxy/80/a/b')).toEqual({ port: '80', rest: 'a/b' })
  expect(matchPath('/proxy/:port/*', '/proxy/80')).toBeUndefined()
  expect(matchPath('/shells/:name', '/shells/%zz')).toBeUndefined()
})

describe.each(['127.0.0.1', '::1'])('a program that listens on %s alone', (address) => {
  let program: Server
  let port: number
  let sockets: WebSocketServer
  beforeAll(async () => {
    program = createServer((request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(JSON.stringify({ url: request.url, headers: request.headers, method: request.method }))
    })
    sockets = new WebSocketServer({ server: program })
    sockets.on('connection', (socket: WebSocket) =>
      socket.on('message', (text) => socket.send(`echo ${text}`)),
    )
    await new Promise<void>((done) => program.listen(0, address, done))
    port = (program.address() as AddressInfo).port
  })
  afterAll(() => {
    sockets.close()
    program.closeAllConnections()
    program.close()
  })

  test('is listed, and answers through the proxy without ever seeing the token', async () => {
    const listed = (await (await box.fetch('/ports')).json()) as { port: number }[]
    expect(listed).toContainEqual(expect.objectContaining({ port, address }))
    expect(listed).not.toContainEqual(expect.objectContaining({ port: box.port }))
    const answer = await box.fetch(`/proxy/${port}/a/b?c=1`, { method: 'POST', body: 'x' })
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const seen = await answer.text()
    expect(JSON.parse(seen)).toMatchObject({ url: '/a/b?c=1', method: 'POST' })
    expect(seen).not.toContain(TOKEN)
  })

  test('keeps its own Authorization and Origin when the token comes by itself', async () => {
    const headers = { 'x-deskhand-token': TOKEN, authorization: 'Basic abc', origin: 'http://preview' }
    const seen = (await (await box.fetch(`/proxy/${port}/`, { headers })).json()) as { headers: object }
    expect(seen.headers).toMatchObject({ authorization: 'Basic abc', origin: 'http://preview' })
    expect(seen.headers).not.toHaveProperty('x-deskhand-token')
  })

  test('speaks WebSocket through the proxy', async () => {
    const headers = { 'x-deskhand-token': TOKEN }
    const client = new Client(`ws://127.0.0.1:${box.port}/proxy/${port}/socket`, { headers })
    const heard = await new Promise((done, fail) => {
      client.once('open', () => client.send('hi'))
      client.once('message', (text) => done(String(text)))
      client.once('error', fail)
    })
    client.close()
    expect(heard).toBe('echo hi')
  })
})

test('a port where nothing listens, and our own ports, are refused in words', async () => {
  expect((await box.fetch('/proxy/2/')).status).toBe(502)
  expect((await box.fetch(`/proxy/${box.port}/`)).status).toBe(403)
  expect((await box.fetch('/proxy/1/')).status).toBe(403)
  expect((await box.fetch('/proxy/99999/')).status).toBe(400)
})
