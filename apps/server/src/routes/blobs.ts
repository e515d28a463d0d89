import { z } from 'zod'
import { refusal } from '../errors.ts'
import { sendFile } from '../http/send-file.ts'
import type { Routes } from './routes.ts'

/** Screenshots, artifacts and attachments: there also when the sandbox is gone. */
export const blobRoutes: Routes = async (app) => {
  app.get(
    '/blobs/:blobId',
    {
      schema: {
        params: z.object({ id: z.string(), blobId: z.string() }),
        querystring: z.object({ download: z.string().optional() }),
      },
    },
    async (request, reply) => {
      const blob = app.blobs.find(request.session.id, request.params.blobId)
      if (blob === undefined) throw refusal('BLOB_NOT_FOUND')
      // A blob never changes: its id is as good as its content.
      const answer = sendFile(request, reply, {
        name: blob.name ?? blob.id,
        mime: blob.mime,
        size: blob.size,
        download: request.query.download !== undefined,
        open: (range) => app.blobs.stream(blob.sha256, range),
      })
      reply.header('cache-control', 'private, max-age=31536000, immutable')
      return answer
    },
  )
}
