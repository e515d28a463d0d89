import { UserBody } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { removeSession } from '../sessions/remove-session.ts'
import type { Routes } from './routes.ts'

const role = z.enum(['admin', 'member'])
const password = z.string().min(8, 'at least 8 characters').max(1024)
const params = z.object({ userId: z.string() })

export const userRoutes: Routes = async (app) => {
  const config = { admin: true } as const

  app.get('/users', { config, schema: { response: { 200: z.array(UserBody) } } }, async () =>
    app.accounts.list(),
  )

  app.post(
    '/users',
    {
      config,
      schema: {
        body: z.object({
          username: z.string().trim().min(1).max(64),
          password: password.optional(),
          role: role.default('member'),
        }),
        response: { 201: UserBody.extend({ link: z.string().optional() }) },
      },
    },
    async (request, reply) => {
      const { username, role, password } = request.body
      const user = await app.accounts.add(username, role, password)
      const link = password === undefined ? { link: linkFor(user) } : {}
      return reply.code(201).send({ ...user, ...link })
    },
  )

  app.patch(
    '/users/:userId',
    {
      config,
      schema: {
        params,
        body: z.object({ role: role.optional(), password: password.optional() }),
        response: { 200: UserBody },
      },
    },
    async (request) => {
      const { id } = known(request.params.userId)
      if (request.body.role !== undefined) app.accounts.setRole(id, request.body.role)
      if (request.body.password !== undefined) {
        await app.accounts.setPassword(id, request.body.password)
        app.signIns.end(id)
      }
      return known(id)
    },
  )

  app.delete(
    '/users/:userId',
    { config, schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = known(request.params.userId)
      const theirs = app.sessionList.idsOf(id)
      app.accounts.mayRemove(id)
      for (const sessionId of theirs) await removeSession(app, id, sessionId)
      app.signIns.endAll(id)
      app.accounts.remove(id)
      return reply.code(204).send(null)
    },
  )

  function known(id: string) {
    const user = app.accounts.find(id)
    if (user === undefined) throw refusal('USER_NOT_FOUND')
    return user
  }

  // Relative to the page: whoever made the person knows under which address.
  const linkFor = ({ id, username }: UserBody) =>
    `setup?token=${app.accounts.resetLink(id)}&name=${encodeURIComponent(username)}`
}
