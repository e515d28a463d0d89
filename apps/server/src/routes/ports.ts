import { ListeningPort } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import type { Routes } from './routes.ts'

/** Programs that listen in the sandbox. */
export const portRoutes: Routes = async (app) => {
  app.get('/ports', { schema: { response: { 200: z.array(ListeningPort) } } }, async (request) => {
    const sandbox = app.sandboxes.peek(request.session.id)
    return sandbox === undefined ? [] : await sandbox.ports()
  })

  app.post(
    '/ports/:port/open',
    {
      schema: {
        params: z.object({ id: z.string(), port: z.coerce.number().int().min(1).max(65535) }),
        response: { 200: z.object({ url: z.string() }) },
      },
    },
    async (request) => {
      const { id, userId } = request.session
      if (app.sandboxes.state(id).state === 'none') throw refusal('NO_SANDBOX')
      const visit = { sessionId: id, userId, port: request.params.port }
      const url = app.preview.open(visit, request.hostname)
      if (url === undefined) throw refusal('PREVIEW_OFF')
      return { url }
    },
  )
}
