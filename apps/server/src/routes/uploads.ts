import { UploadedFile } from '@deskhand/protocol/http'
import { z } from 'zod'
import { eachFile } from '../http/each-file.ts'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

/** Files for attachments, before a message names them. */
export const uploadRoutes: Routes = async (app) => {
  app.post('/uploads', { schema: { response: { 201: z.array(UploadedFile) } } }, async (request, reply) => {
    const { id } = me(request)
    const stored = await eachFile(request, async ({ name, mime, stream }) =>
      app.uploads.add(id, await app.blobs.receive(stream), { name, mime }),
    )
    return reply.code(201).send(stored)
  })
}
