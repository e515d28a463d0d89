import { PatchSession, SandboxBody, SandboxCommand, SessionDetail } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import { removeSession } from '../sessions/remove-session.ts'
import { sandboxBody, sessionDetail } from '../sessions/session-detail.ts'
import type { Routes } from './routes.ts'

/** One session: below `/sessions/:id`, where `request.session` is the person's own. */
export const sessionRoutes: Routes = async (app) => {
  app.get('/', { schema: { response: { 200: SessionDetail } } }, async ({ session }) =>
    sessionDetail(session, app.events, app.sandboxes),
  )

  app.patch('/', { schema: { body: PatchSession, response: { 200: SessionDetail } } }, async (request) => {
    const { session, body } = request
    app.sessionList.patch(session, body, app.events.lastSeq(session.id))
    if (body.title !== undefined) app.events.append(session.id, 'session.update', { title: body.title })
    app.sideBar.changed(session.id)
    return sessionDetail(app.sessions.row(session.userId, session.id), app.events, app.sandboxes)
  })

  app.delete('/', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    await removeSession(app, request.session.userId, request.session.id)
    return reply.code(204).send(null)
  })

  app.post(
    '/sandbox',
    { schema: { body: SandboxCommand, response: { 200: SandboxBody.nullable() } } },
    async (request) => {
      const { session, body } = request
      const host = app.sandboxes
      if (body.action !== 'wake' && host.state(session.id).state === 'none') throw refusal('NO_SANDBOX')
      const at = app.sessions.at(session)
      switch (body.action) {
        case 'wake':
          await at.surroundings.awake()
          break
        case 'pause':
          await host.pause(session.id)
          break
        case 'stop':
          await host.stop(session.id)
          break
        case 'restart':
          await at.surroundings.restart()
          break
        case 'extend':
          host.extend(session.id, body.minutes ?? 60)
          break
      }
      return sandboxBody(session.id, host)
    },
  )

  app.post(
    '/proposals/:proposalId',
    {
      schema: {
        params: z.object({ proposalId: z.string() }),
        body: z.object({ accept: z.boolean(), text: z.string().max(200_000).optional() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { params, body, session } = request
      const made = app.events
        .since(session.id, 0, ['proposal'])
        .find((entry) => entry.data.id === params.proposalId)
      if (made === undefined) throw refusal('NOT_FOUND')
      // What is accepted reaches every agent of this install, other people's too.
      if (body.accept && me(request).role !== 'admin') throw refusal('ADMIN_ONLY')
      const decided = app.events
        .since(session.id, made.pos, ['proposal.update'])
        .some((entry) => entry.data.id === params.proposalId)
      if (decided) throw refusal('PROPOSAL_DECIDED')
      const text = body.text?.trim() || made.data.text
      if (body.accept) app.library.add(made.data.kind, made.data.name, text)
      app.events.append(session.id, 'proposal.update', {
        id: made.data.id,
        state: body.accept ? 'kept' : 'declined',
        ...(text === made.data.text ? {} : { text }),
      })
      return reply.code(204).send(null)
    },
  )
}
