import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Gateway } from '../gateway.ts'
import { sendJson } from './body.ts'
import { checkDoor } from './door.ts'
import { Refusal, refusalOf } from './refusal.ts'
import { type Asked, matchPath, type Route } from './route.ts'

/** The HTTP server over a list of routes: door, match, answer; every failure becomes a coded answer. */
export function makeServer(gateway: Gateway, routes: readonly Route[]): Server {
  // Previews carry the cookies and headers of other people's programs.
  const server = createServer({ maxHeaderSize: 128 * 1024, requestTimeout: 0, keepAliveTimeout: 60_000 })
  server.on('request', (request, response) => void answer(gateway, routes, request, response))
  server.on('upgrade', (request, socket, head) => void upgrade(gateway, routes, request, socket, head))
  return server
}

async function answer(
  gateway: Gateway,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    const { route, asked } = find(gateway, routes, request, 'answer')
    const value = await route.answer(asked, response)
    if (response.headersSent || response.writableEnded) return
    if (value === undefined) response.writeHead(204).end()
    else sendJson(response, 200, value)
  } catch (thrown) {
    const error = asRefusal(thrown)
    if (response.headersSent) response.destroy(error)
    else sendJson(response, error.status, { error: { code: error.code, message: error.message } })
  }
}

async function upgrade(
  gateway: Gateway,
  routes: readonly Route[],
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  socket.on('error', () => socket.destroy())
  try {
    const { route, asked } = find(gateway, routes, request, 'upgrade')
    await route.upgrade(asked, socket, head)
  } catch (thrown) {
    refuseUpgrade(socket, asRefusal(thrown))
  }
}

type Kind = 'answer' | 'upgrade'

function find<K extends Kind>(gateway: Gateway, routes: readonly Route[], request: IncomingMessage, kind: K) {
  const url = new URL(request.url ?? '/', 'http://gateway')
  checkDoor(request, url.pathname, gateway.settings.token)
  gateway.deadman.asked()
  let known = false
  for (const route of routes) {
    if (!(kind in route)) continue
    const params = matchPath(route.path, url.pathname)
    if (!params) continue
    known = true
    if (route.method !== '*' && route.method !== request.method) continue
    const asked: Asked = { request, url, params, gateway }
    return { route: route as Extract<Route, Record<K, unknown>>, asked }
  }
  if (known) throw new Refusal(405, 'WRONG_METHOD', `${url.pathname} does not answer ${request.method}.`)
  throw new Refusal(404, 'NO_ROUTE', `There is no ${url.pathname} here.`)
}

function asRefusal(thrown: unknown): Refusal {
  const error = refusalOf(thrown)
  if (error instanceof Refusal) return error
  // A bug: its stack belongs into the container's log, and nothing of it to the asker.
  process.stderr.write(`deskhand gateway: ${error instanceof Error ? error.stack : String(error)}\n`)
  return new Refusal(500, 'BROKEN', 'The gateway failed at this; its log says why.')
}

function refuseUpgrade(socket: Duplex, error: Refusal): void {
  const body = JSON.stringify({ error: { code: error.code, message: error.message } })
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Refused'}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
