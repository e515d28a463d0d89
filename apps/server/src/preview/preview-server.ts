import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { cookie, cookiesNamed } from '../http/cookies.ts'
import { originFits } from '../http/origin.ts'
import { forwardRequest, forwardUpgrade, type Program } from './forward.ts'
import type { Visit, Visits } from './visits.ts'

export const openPath = '/.deskhand/open'

export interface PreviewDeps {
  visits: Visits
  cookieName: string
  publicUrl: string | undefined
  refused(address: string): boolean
  /** wakes the sandbox */
  reach(visit: Visit): Promise<Program>
  hold(visit: Visit): () => void
}

/**
 * The second origin: what it shows is a stranger's program, so it shares nothing with the first but the host name.
 * Only a browser that redeemed a ticket gets through, to one program at a time.
 */
export function previewServer(deps: PreviewDeps): Server {
  const { visits, cookieName } = deps
  const secrets = (request: IncomingMessage) => cookiesNamed(request.headers.cookie, cookieName)

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, answer) => {
    void serve(request, answer).catch(() => say(answer, 502, 'The sandbox of this program is not awake.'))
  })
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    void upgrade(request, socket, head).catch(() => socket.destroy())
  })
  return server

  async function serve(request: IncomingMessage, answer: ServerResponse) {
    if (deps.refused(request.socket.remoteAddress ?? ''))
      return say(answer, 403, 'A sandbox may not talk to the server.')
    const url = new URL(request.url ?? '/', 'http://preview')
    if (url.pathname === openPath) return redeem(request, answer, url.searchParams.get('ticket') ?? '')
    const visit = visits.find(secrets(request))
    if (visit === undefined)
      return say(
        answer,
        401,
        'Another program was opened in this browser, or this one long ago. Open it again.',
      )
    const program = await deps.reach(visit)
    const release = deps.hold(visit)
    answer.once('close', release)
    forwardRequest(request, answer, program)
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { origin, host = '' } = request.headers
    const visit = visits.find(secrets(request))
    const foreign = origin === undefined || !originFits(origin, host, deps.publicUrl)
    if (visit === undefined || foreign || deps.refused(request.socket.remoteAddress ?? ''))
      return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    const program = await deps.reach(visit)
    forwardUpgrade(request, socket, { program, head, onEnd: deps.hold(visit) })
  }

  function redeem(request: IncomingMessage, answer: ServerResponse, ticket: string) {
    const secret = visits.redeem(ticket, secrets(request))
    if (secret === undefined)
      return say(answer, 410, 'This address works once and for a minute. Open the program again.')
    const secure = deps.publicUrl?.startsWith('https:') ?? false
    answer
      .writeHead(303, {
        location: '/',
        'set-cookie': cookie(cookieName, secret, { path: '/', seconds: 86_400, secure }),
        // Not "cookies": that would sign the person out of the product, whose host this is.
        'clear-site-data': '"cache", "storage"',
        'cache-control': 'no-store',
      })
      .end()
  }
}

function say(answer: ServerResponse, status: number, text: string) {
  if (answer.headersSent) answer.destroy()
  else answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
