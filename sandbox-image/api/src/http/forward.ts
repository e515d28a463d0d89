import {
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { TOKEN_HEADER } from './door.ts'
import { Refusal } from './refusal.ts'

export interface Target {
  host: string
  port: number
  path: string
  /** headers that replace those of the request; undefined leaves one out */
  headers: OutgoingHttpHeaders
}

const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Asks a program in the sandbox the same, and streams its answer back. */
export function forward(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
  return new Promise((done, fail) => {
    const headers = headersFor(request, target)
    const inner = ask({
      host: target.host,
      port: target.port,
      method: request.method,
      path: target.path,
      headers,
    })
    inner.once('response', (answer) => {
      const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP.has(name)))
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, kept)
      response.flushHeaders()
      pipeline(answer, response, () => done())
    })
    inner.once('error', (cause) => fail(notThere(target, cause)))
    response.once('close', () => inner.destroy())
    pipeline(request, inner, () => {})
  })
}

/** The same for a request to upgrade, most often to a WebSocket: the program answers it itself. */
export async function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  target: Target,
): Promise<void> {
  const inner = connect(target.port, target.host)
  inner.setNoDelay(true)
  await new Promise<void>((done, fail) => {
    inner.once('connect', done)
    inner.once('error', (cause) => fail(notThere(target, cause)))
  })
  const headers = { ...headersFor(request, target), connection: 'Upgrade', upgrade: request.headers.upgrade }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}`),
  )
  inner.write(`${request.method} ${target.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  if (head.length > 0) inner.write(head)
  const close = () => {
    inner.destroy()
    socket.destroy()
  }
  pipeline(inner, socket, close)
  pipeline(socket, inner, close)
}

function headersFor(request: IncomingMessage, target: Target): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  // A request with the token in its own header leaves Authorization to the program.
  const ownAuthorization = request.headers[TOKEN_HEADER] === undefined
  for (const [name, value] of Object.entries(request.headers)) {
    if (HOP.has(name) || name === TOKEN_HEADER || (name === 'authorization' && ownAuthorization)) continue
    headers[name] = value
  }
  for (const [name, value] of Object.entries(target.headers)) {
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  return headers
}

function notThere(target: Target, cause: unknown): Refusal {
  return new Refusal(502, 'NOT_LISTENING', `Nothing answers on port ${target.port} in the sandbox.`, {
    cause,
  })
}
