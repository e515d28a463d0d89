import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import type { GatewayAddress } from '../client/gateway-http.ts'
import type { LiveSandbox } from '../host.ts'
import { SandboxError } from '../sandbox.ts'

type Answer = (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<unknown>

/** The gateway's HTTP in front of any sandbox, on a free loopback port: what the client is tested against without Docker. */
export async function serveGateway(
  sandbox: LiveSandbox,
  token = 'secret-of-a-test',
): Promise<{ address: GatewayAddress; close(): Promise<void> }> {
  const routes = routesOf(sandbox)
  const isAllowed = (request: IncomingMessage) => request.headers.authorization === `Bearer ${token}`
  const server = createServer(async (request, response) => {
    try {
      if (!isAllowed(request)) throw new SandboxError('UNAUTHORIZED', 'A token is needed.', { status: 401 })
      const url = new URL(request.url ?? '/', 'http://gateway')
      const answer =
        routes[`${request.method} ${url.pathname}`] ??
        routes[`${request.method} ${url.pathname.split('/')[1]}/*`]
      if (!answer) throw new SandboxError('NOT_FOUND', `No route ${url.pathname}.`, { status: 404 })
      const body = await answer(url, request, response)
      if (response.headersSent) return
      if (body === undefined) response.writeHead(204).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      refuse(response, error)
    }
  })
  const sockets = new WebSocketServer({ noServer: true })
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isAllowed(request)) return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    upgraded.add(socket)
    void upgrade(sandbox, sockets, request, socket, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { id: sandbox.id, host: '127.0.0.1', port, token },
    async close() {
      for (const socket of upgraded) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function routesOf(sandbox: LiveSandbox): Record<string, Answer> {
  const { files, shell } = sandbox
  const body = async <T>(request: IncomingMessage) => (await json(request)) as T
  const path = (url: URL) => url.searchParams.get('path') ?? ''
  const orMissing = <T>(found: T | undefined): T => {
    if (found === undefined) throw new SandboxError('NOT_FOUND', 'It is not there.', { status: 404 })
    return found
  }
  const chunks = async (request: IncomingMessage, response: ServerResponse, verb: 'exec' | 'continue') => {
    const asked = await body<never>(request)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const gone = new AbortController()
    response.once('close', () => gone.abort(new Error('The client went away.')))
    const onOutput = (text: string) => response.write(`${JSON.stringify({ type: 'output', text })}\n`)
    const result = await shell[verb](asked, { signal: gone.signal, onOutput })
    response.end(`${JSON.stringify({ type: 'result', result })}\n`)
  }
  return {
    'GET /health': () => sandbox.health(),
    'GET /ports': () => sandbox.ports(),
    'GET calls/*': async (url) =>
      orMissing(await sandbox.call(decodeURIComponent(url.pathname.slice('/calls/'.length)))),
    'POST /shell/exec': (_url, request, response) => chunks(request, response, 'exec'),
    'POST /shell/continue': (_url, request, response) => chunks(request, response, 'continue'),
    'GET /shells': () => shell.list(),
    'POST /processes/stop': async (_url, request) => shell.stop(await body(request)),
    'GET /files': (url) => files.list(path(url), { hidden: url.searchParams.get('hidden') === 'true' }),
    'GET /files/stat': async (url) =>
      orMissing(await files.stat(path(url), { sha256: url.searchParams.has('sha256') })),
    'POST /files/read': async (_url, request) => files.read(await body(request)),
    'POST /files/write': async (_url, request) => files.write(await body(request)),
    'POST /files/edit': async (_url, request) => files.edit(await body(request)),
    'POST /files/search': async (_url, request) => files.search(await body(request)),
    'PUT /files/content': (url, request) => files.upload(path(url), request),
    'GET /files/content': async (url, request, response) => {
      const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
      const part = range ? { start: Number(range[1]), end: range[2] ? Number(range[2]) + 1 : undefined } : {}
      const { stream, size, mime } = await files.download(path(url), part)
      response.writeHead(range ? 206 : 200, { 'content-type': mime, 'content-length': size })
      await pipeline(stream, response)
    },
    'GET /files/archive': async (url, _request, response) => {
      const stream = await files.archive(path(url))
      response.writeHead(200, { 'content-type': 'application/zip' })
      await pipeline(stream, response)
    },
    'POST /files/move': async (_url, request) => {
      const { from, to } = await body<{ from: string; to: string }>(request)
      await files.move(from, to)
    },
    'DELETE /files': (url) => files.remove(path(url)),
    'GET /clipboard': async () => ({ text: await sandbox.clipboard.read() }),
    'PUT /clipboard': async (_url, request) =>
      sandbox.clipboard.write((await body<{ text: string }>(request)).text),
    'POST /browser/key': async (_url, request) =>
      sandbox.browser.pressKey((await body<{ key: string }>(request)).key),
    'POST /browser/restart': () => sandbox.browser.restart(),
  }
}

async function upgrade(
  sandbox: LiveSandbox,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://gateway')
  socket.on('error', () => socket.destroy())
  if (url.pathname === '/events') {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const stop = sandbox.events((event) => client.send(JSON.stringify(event)))
      client.once('close', stop)
    })
    return
  }
  const isDisplay = url.pathname === '/vnc'
  const inner = isDisplay
    ? await sandbox.vnc(url.searchParams.get('mode') === 'control' ? 'control' : 'view')
    : await sandbox.shell.attach(decodeURIComponent(url.pathname.split('/')[2] ?? 'main'))
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${isDisplay ? 'rfb' : 'tty'}\r\n\r\n`,
  )
  if (head.length > 0) socket.unshift(head)
  socket.once('close', () => inner.destroy())
  pipeline(socket, inner, socket).catch(() => socket.destroy())
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const { code, message, status } =
    error instanceof SandboxError ? error : { code: 'FAILED', message: String(error), status: 500 }
  response.writeHead(status ?? 400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code, message } }))
}
