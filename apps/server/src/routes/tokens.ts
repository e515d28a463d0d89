import { TokenBody } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

export const tokenRoutes: Routes = async (app) => {
  app.get('/tokens', { schema: { response: { 200: z.array(TokenBody) } } }, async (request) =>
    app.signIns.tokens(me(request).id),
  )

  app.post(
    '/tokens',
    { schema: { body: z.object({ name: z.string().trim().min(1).max(100) }), response: { 201: TokenBody } } },
    async (request, reply) => reply.code(201).send(app.signIns.addToken(me(request).id, request.body.name)),
  )

  app.delete(
    '/tokens/:tokenId',
    { schema: { params: z.object({ tokenId: z.string() }), response: { 204: z.null() } } },
    async (request, reply) => {
      if (!app.signIns.removeToken(me(request).id, request.params.tokenId)) throw refusal('NOT_FOUND')
      return reply.code(204).send(null)
    },
  )
}
