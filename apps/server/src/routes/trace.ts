import { Readable } from 'node:stream'
import { disposition } from '../http/disposition.ts'
import type { Routes } from './routes.ts'

/** Everything of a session for whoever looks for a fault: its log and what the models were asked, secrets removed. */
export const traceRoutes: Routes = async (app) => {
  app.get('/trace', async (request, reply) => {
    const { id } = request.session
    return reply
      .headers({
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': disposition('attachment', `trace-${id}.jsonl`),
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(app.traces.read(id, app.events.entries(id))))
  })
}
