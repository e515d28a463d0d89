import { ControlAnswer, ControlCommand, TypeCommand } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import type { SessionRow } from '../sessions/session-list.ts'
import type { Routes } from './routes.ts'

/** A person's hands in the sandbox: mouse and keyboard, text, the clipboard. */
export const controlRoutes: Routes = async (app) => {
  app.post(
    '/control',
    { schema: { body: ControlCommand, response: { 200: ControlAnswer } } },
    async (request) => {
      const session = app.sessions.at(request.session)
      const { action, lease, note } = request.body
      if (action === 'take') return { lease: await session.takeControl(me(request)) }
      if (action === 'heartbeat') {
        if (!session.control.beat(lease)) throw refusal('NOT_IN_CONTROL')
        return {}
      }
      session.returnControl({ ...(lease === undefined ? {} : { lease }), user: me(request) }, note)
      return {}
    },
  )

  app.post(
    '/type',
    { schema: { body: TypeCommand, response: { 204: z.null() } } },
    async (request, reply) => {
      const session = inControl(request.session, request.body.lease)
      const browser = await session.surroundings.browser()
      await browser.typeText(request.body.text)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/clipboard',
    {
      schema: {
        querystring: z.object({ lease: z.string().optional() }),
        response: { 200: z.object({ text: z.string() }) },
      },
    },
    async (request) => {
      const session = inControl(request.session, request.query.lease ?? leaseHeader(request.headers))
      const sandbox = await session.surroundings.awake()
      return { text: await sandbox.clipboard.read() }
    },
  )

  app.put(
    '/clipboard',
    { schema: { body: TypeCommand, response: { 204: z.null() } } },
    async (request, reply) => {
      const session = inControl(request.session, request.body.lease)
      const sandbox = await session.surroundings.awake()
      await sandbox.clipboard.write(request.body.text)
      return reply.code(204).send(null)
    },
  )

  function inControl(row: SessionRow, lease: string | undefined) {
    const session = app.sessions.at(row)
    if (!session.control.valid(lease)) throw refusal('NOT_IN_CONTROL')
    return session
  }
}

const leaseHeader = (headers: Record<string, string | string[] | undefined>) => {
  const value = headers['x-lease']
  return typeof value === 'string' ? value : undefined
}
