import { z } from 'zod'
import { me } from '../http/me.ts'
import type { SessionRow } from '../sessions/session-list.ts'
import { blobRoutes } from './blobs.ts'
import { controlRoutes } from './control.ts'
import { sessionEventRoutes } from './events.ts'
import { fileRoutes } from './files.ts'
import { messageRoutes } from './messages.ts'
import { portRoutes } from './ports.ts'
import type { Routes } from './routes.ts'
import { sessionRoutes } from './session.ts'
import { shareRoutes } from './share.ts'
import { terminalRoutes } from './terminals.ts'
import { traceRoutes } from './trace.ts'
import { vncRoutes } from './vnc.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the row of the session in the address; the person's own */
    session: SessionRow
  }
}

/** Everything below `/sessions/:id`. The owner is checked here once, so that no route can forget it. */
export const sessionScope: Routes = async (app) => {
  app.decorateRequest('session', null as never)
  app.addHook('onRequest', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    // A socket of a stranger is closed by its own route, with a code.
    if (request.ws && (request.person === null || app.sessionList.of(request.person.id, id) === undefined))
      return
    request.session = app.sessions.row(me(request).id, id)
  })
  for (const routes of [
    sessionRoutes,
    messageRoutes,
    sessionEventRoutes,
    controlRoutes,
    vncRoutes,
    terminalRoutes,
    fileRoutes,
    blobRoutes,
    portRoutes,
    shareRoutes,
    traceRoutes,
  ])
    await app.register(routes)
}
