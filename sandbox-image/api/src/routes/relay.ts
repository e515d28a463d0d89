import { WebSocketServer } from 'ws'
import type { Route } from '../http/route.ts'

const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 16 * 1024 * 1024 })

/** The server's end of what programs in the sandbox ask. */
export const relay: Route = {
  method: 'GET',
  path: '/relay',
  upgrade({ request, gateway }, socket, head) {
    server.handleUpgrade(request, socket, head, (client) => {
      const line = { send: (ask: object) => client.send(JSON.stringify(ask)) }
      gateway.relay.connect(line)
      client.on('error', () => client.terminate())
      client.once('close', () => gateway.relay.disconnect(line))
      client.on('message', (text) => {
        try {
          gateway.relay.answer(String(text))
        } catch {
          client.close(1003, 'not an answer')
        }
      })
    })
  },
}
