import { z } from 'zod'
import { refusal } from '../errors.ts'
import type { Routes } from './routes.ts'

const ShareRequest = z.object({
  /** ms since 1970 */
  expires: z.number().int().positive().optional(),
  files: z.boolean().default(false),
  screenshots: z.boolean().default(false),
  thoughts: z.boolean().default(false),
})

/** Below `/sessions/:id`: a link that shows this session to whoever has it, and its end. */
export const shareRoutes: Routes = async (app) => {
  app.post(
    '/share',
    {
      schema: {
        body: ShareRequest.default({ files: false, screenshots: false, thoughts: false }),
        response: { 200: z.object({ url: z.string() }) },
      },
    },
    async (request) => {
      const { expires, ...ticked } = request.body
      const before = app.shares.revoke(request.session.id)
      if (before !== undefined) app.sharedStreams.end(before.token)
      const { token } = app.shares.put(request.session.id, { ...ticked, expiresAt: expires ?? null })
      const { PUBLIC_URL, BASE_PATH } = app.config.values
      return { url: `${PUBLIC_URL ?? `${request.protocol}://${request.host}`}${BASE_PATH}shared/${token}` }
    },
  )

  app.delete('/share', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    const share = app.shares.revoke(request.session.id)
    if (share === undefined) throw refusal('SHARE_NOT_FOUND')
    app.sharedStreams.end(share.token)
    return reply.code(204).send(null)
  })
}
