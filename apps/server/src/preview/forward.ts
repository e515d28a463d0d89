import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { towardsBrowser, towardsProgram } from './forwarded-headers.ts'

/** The program's address through the gateway, and what the gateway wants to see. */
export interface Program {
  port: number
  url: string
  headers: Record<string, string>
}

/** One request to the program and its answer back, streamed both ways. */
export function forwardRequest(from: IncomingMessage, to: ServerResponse, program: Program): void {
  const outgoing = ask(from, program, {})
  outgoing.on('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, towardsBrowser(answer.headers, program.port))
    answer.pipe(to)
  })
  outgoing.on('error', () => {
    if (to.headersSent) to.destroy()
    else
      to.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end('The program does not answer.\n')
  })
  to.on('close', () => outgoing.destroy())
  from.pipe(outgoing)
}

/** A WebSocket to the program; `onEnd` is called once, when it is over or was refused. */
export function forwardUpgrade(
  from: IncomingMessage,
  socket: Duplex,
  options: { program: Program; head: Buffer; onEnd: () => void },
): void {
  const { program, head, onEnd } = options
  const outgoing = ask(from, program, { connection: 'Upgrade', upgrade: from.headers.upgrade ?? 'websocket' })
  const refuse = () => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
  }
  socket.once('close', () => {
    outgoing.destroy()
    onEnd()
  })
  socket.on('error', () => socket.destroy())
  outgoing.on('upgrade', (answer, stream, first) => {
    const headers = Object.entries(towardsBrowser(answer.headers, program.port)).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${one}\r\n`),
    )
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${answer.headers.upgrade ?? 'websocket'}\r\n${headers.join('')}\r\n`,
    )
    socket.write(first)
    stream.write(head)
    stream.on('error', () => socket.destroy())
    stream.on('close', () => socket.destroy())
    socket.on('close', () => stream.destroy())
    stream.pipe(socket).pipe(stream)
  })
  outgoing.on('response', refuse)
  outgoing.on('error', refuse)
  outgoing.end()
}

function ask(from: IncomingMessage, program: Program, more: Record<string, string>): ClientRequest {
  const base = program.url.replace(/\/+$/, '')
  return request(new URL(`${base}${from.url ?? '/'}`), {
    method: from.method,
    headers: { ...towardsProgram(from.headers, program.port), ...more, ...program.headers },
    agent: false,
  })
}
