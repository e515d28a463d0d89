import { MessageId } from '@deskhand/protocol'
import { PostedMessage, PostMessage } from '@deskhand/protocol/http'
import { z } from 'zod'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

const accepted = z.object({ status: z.string() })

/** What a person says to a session, and how they steer its run. */
export const messageRoutes: Routes = async (app) => {
  app.post(
    '/messages',
    { schema: { body: PostMessage, response: { 202: PostedMessage } } },
    async (request, reply) =>
      reply.code(202).send(app.sessions.at(request.session).say(request.body, me(request))),
  )

  app.delete(
    '/messages/:messageId',
    { schema: { params: z.object({ messageId: z.string() }), response: { 204: z.null() } } },
    async (request, reply) => {
      app.sessions.at(request.session).agent.withdraw(MessageId.parse(request.params.messageId))
      return reply.code(204).send(null)
    },
  )

  for (const command of ['stop', 'pause', 'finish', 'retry'] as const)
    app.post(`/${command}`, { schema: { response: { 202: accepted } } }, async (request, reply) => {
      const { agent } = app.sessions.at(request.session)
      agent[command]()
      return reply.code(202).send({ status: agent.status.status })
    })

  app.post(
    '/resume',
    {
      schema: {
        body: z.object({ extend: z.boolean().optional() }).nullish(),
        response: { 202: accepted },
      },
    },
    async (request, reply) => {
      const { agent } = app.sessions.at(request.session)
      agent.resume(request.body?.extend === true ? { extend: true } : {})
      return reply.code(202).send({ status: agent.status.status })
    },
  )
}
