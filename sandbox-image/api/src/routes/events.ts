import { WebSocketServer } from 'ws'
import type { Route } from '../http/route.ts'

const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })

/** What happens in the sandbox, a JSON text a message. */
export const events: Route = {
  method: 'GET',
  path: '/events',
  upgrade({ request, gateway }, socket, head) {
    server.handleUpgrade(request, socket, head, (client) => {
      const stop = gateway.news.listen((event) => client.send(JSON.stringify(event)))
      client.on('error', () => client.terminate())
      client.once('close', stop)
      // Someone who begins to listen late should know of what still holds.
      const { usedBytes, limitBytes, full } = gateway.disk.usage
      if (full) client.send(JSON.stringify({ type: 'disk', usedBytes, limitBytes, level: 'full' }))
    })
  },
}
