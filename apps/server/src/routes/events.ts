import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EventStream } from '../http/event-stream.ts'
import { me } from '../http/me.ts'
import { follow } from '../sessions/follow.ts'
import { wireData } from '../sessions/log-row.ts'
import type { Routes } from './routes.ts'

const number = z.coerce.number().int().min(0)
// `after` is read by hand: a value that is no number gives a reset, not a refusal.
const window = z.object({
  after: z.string().optional(),
  before: number.optional(),
  limit: number.max(100_000).optional(),
  format: z.enum(['json', 'sse']).optional(),
})

/** Below `/sessions/:id`: its events, as a stream or as one array. */
export const sessionEventRoutes: Routes = async (app) => {
  app.get('/events', { schema: { querystring: window } }, async (request, reply) => {
    const { id } = request.session
    const { before, limit, format, after } = request.query
    if (format === 'json') {
      const from = Number(after ?? 0)
      const range = { after: Number.isInteger(from) && from > 0 ? from : 0, limit: limit ?? -1 }
      const rows =
        before === undefined && after !== undefined
          ? app.events.page(id, range.after, range.limit)
          : app.events.pageBefore(id, { ...range, before: before ?? Number.MAX_SAFE_INTEGER })
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .serializer((text: unknown) => String(text))
        .send(`[${rows.map(wireData).join(',')}]`)
    }
    const stream = new EventStream(reply)
    stream.onClose(app.whileSignedIn(request, () => stream.close()))
    await follow(stream, app.events, { id, after: resumeAt(request, after), openStreams: openOf(app, id) })
    return reply
  })
}

/** The page's one stream: the side bar, and one session when it is named. */
export const eventRoutes: Routes = async (app) => {
  app.get(
    '/events',
    { schema: { querystring: z.object({ session: z.string().optional(), after: z.string().optional() }) } },
    async (request, reply) => {
      const { session, after } = request.query
      const { id: userId } = me(request)
      const row = session === undefined ? undefined : app.sessions.row(userId, session)
      const stream = new EventStream(reply)
      stream.onClose(app.whileSignedIn(request, () => stream.close()))
      stream.onClose(app.sideBar.watch(userId, (frame) => stream.write(frame)))
      if (row !== undefined)
        await follow(stream, app.events, {
          id: row.id,
          after: resumeAt(request, after),
          openStreams: openOf(app, row.id),
        })
      return reply
    },
  )
}

// A session at rest says nothing: looking at it wakes no agent.
const openOf = (app: FastifyInstance, id: string) => () => app.sessions.ifAwake(id)?.openStreams() ?? []

// The header wins: a browser that reconnects sends it with the address it was opened with.
const resumeAt = (request: FastifyRequest, after: string | undefined) => {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && header !== '' ? header : after
}
