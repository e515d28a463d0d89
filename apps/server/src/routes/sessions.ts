import { CreateSession, SessionDetail, SessionPage } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import { sessionDetail } from '../sessions/session-detail.ts'
import type { Routes } from './routes.ts'

export const sessionsRoutes: Routes = async (app) => {
  app.get(
    '/sessions',
    {
      schema: {
        querystring: z.object({
          search: z.string().max(500).optional(),
          cursor: z.string().max(200).optional(),
          archived: z.enum(['true', 'false']).optional(),
        }),
        response: { 200: SessionPage },
      },
    },
    async (request) => {
      const { search, cursor, archived } = request.query
      return app.sessionList.page(me(request).id, {
        ...(search === undefined || search.trim() === '' ? {} : { search }),
        ...(cursor === undefined ? {} : { cursor }),
        archived: archived === 'true',
      })
    },
  )

  app.post(
    '/sessions',
    { schema: { body: CreateSession.default({}), response: { 201: SessionDetail } } },
    async (request, reply) => {
      const { id } = me(request)
      const { projectId } = request.body
      if (projectId !== undefined && app.projects.find(id, projectId) === undefined)
        throw refusal('NOT_FOUND', { message: 'There is no such project.' })
      const row = app.sessionList.add(id, request.body)
      if (row.title !== '') app.events.append(row.id, 'session.update', { title: row.title })
      app.sideBar.changed(row.id)
      return reply.code(201).send(sessionDetail(row, app.events, app.sandboxes))
    },
  )
}
