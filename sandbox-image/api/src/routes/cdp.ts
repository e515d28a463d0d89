import { request as ask } from 'node:http'
import { forwardUpgrade } from '../http/forward.ts'
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'

// Chrome answers only to an address or "localhost" as Host, and names that Host in its WebSocket addresses.

/** Chrome's own lists, with WebSocket addresses that lead through here. */
export const cdpJson: Route = {
  method: '*',
  path: '/json/*',
  async answer({ request, url, gateway }, response) {
    const host = `127.0.0.1:${gateway.settings.debuggingPort}`
    const { status, type, body } = await fetchText(request.method ?? 'GET', host, url.pathname + url.search)
    const outside = request.headers.host ?? host
    const text = body
      .replaceAll(`ws://${host}/`, `ws://${outside}/`)
      .replaceAll(`ws=${host}/`, `ws=${outside}/`)
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
    response.end(text)
  },
}

export const cdpJsonRoot: Route = { ...cdpJson, path: '/json' }

export const cdpSocket: Route = {
  method: 'GET',
  path: '/devtools/*',
  upgrade({ request, url, gateway }, socket, head) {
    const port = gateway.settings.debuggingPort
    const path = url.pathname + url.search
    return forwardUpgrade(request, socket, head, {
      host: '127.0.0.1',
      port,
      path,
      headers: { host: `127.0.0.1:${port}` },
    })
  },
}

function fetchText(method: string, host: string, path: string) {
  return new Promise<{ status: number; type: string; body: string }>((done, fail) => {
    const inner = ask(`http://${host}${path}`, { method, headers: { host } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () =>
        done({
          status: answer.statusCode ?? 502,
          type: answer.headers['content-type'] ?? 'application/json; charset=UTF-8',
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
      answer.once('error', fail)
    })
    inner.once('error', (cause) =>
      fail(
        new Refusal(503, 'NOT_READY', 'The browser does not answer; it may be starting again.', { cause }),
      ),
    )
    inner.end()
  })
}
