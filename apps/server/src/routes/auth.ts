import { AuthSessionBody, LoginRequest, MeBody, SetupRequest, UserBody } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

export const authRoutes: Routes = async (app) => {
  app.get(
    '/auth/me',
    { config: { open: true }, schema: { response: { 200: MeBody } } },
    async ({ person }) => ({
      user: person,
      setupNeeded: app.config.values.AUTH === 'password' && app.accounts.setupNeeded,
      auth: app.config.values.AUTH,
    }),
  )

  app.post(
    '/auth/setup',
    { config: { open: true }, schema: { body: SetupRequest, response: { 200: UserBody } } },
    async (request, reply) => {
      const { token, username, password } = request.body
      const user = await limited(`link ${request.ip}`, () => app.accounts.redeem(token, username, password))
      // Whoever knew the old password is out.
      app.signIns.end(user.id)
      app.signIn(request, reply, user.id)
      return user
    },
  )

  app.post(
    '/auth/login',
    { config: { open: true }, schema: { body: LoginRequest, response: { 200: UserBody } } },
    async (request, reply) => {
      const { username, password } = request.body
      const user = await limited(`${username.toLowerCase()} ${request.ip}`, async () => {
        const found = await app.accounts.check(username, password)
        if (found === undefined) throw refusal('WRONG_PASSWORD')
        return found
      })
      app.signIn(request, reply, user.id)
      return user
    },
  )

  app.post('/auth/logout', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    const { id } = me(request)
    if (request.signInId !== null) app.signIns.end(id, request.signInId)
    app.signOut(reply)
    return reply.code(204).send(null)
  })

  app.get('/auth/sessions', { schema: { response: { 200: z.array(AuthSessionBody) } } }, async (request) =>
    app.signIns.list(me(request).id, request.signInId ?? undefined),
  )

  app.delete(
    '/auth/sessions',
    { schema: { querystring: z.object({ id: z.string().optional() }), response: { 204: z.null() } } },
    async (request, reply) => {
      const ended = app.signIns.end(me(request).id, request.query.id)
      if (request.query.id !== undefined && ended === 0) throw refusal('NOT_FOUND')
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/auth/sessions/:signInId',
    { schema: { params: z.object({ signInId: z.string() }), response: { 204: z.null() } } },
    async (request, reply) => {
      if (app.signIns.end(me(request).id, request.params.signInId) === 0) throw refusal('NOT_FOUND')
      return reply.code(204).send(null)
    },
  )

  /** Five failed tries in a quarter of an hour, then none. */
  async function limited<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    const wait = app.tries.wait(key)
    if (wait > 0)
      throw refusal('TOO_MANY_TRIES', { hint: `Try again in ${Math.ceil(wait / 60_000)} minutes.` })
    try {
      const done = await attempt()
      app.tries.clear(key)
      return done
    } catch (error) {
      app.tries.fail(key)
      throw error
    }
  }
}
