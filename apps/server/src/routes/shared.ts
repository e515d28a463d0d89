import type { StoredEvent } from '@deskhand/protocol'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { EventStream } from '../http/event-stream.ts'
import { sendFile } from '../http/send-file.ts'
import { wireData } from '../sessions/log-row.ts'
import { sharedEvent, shownBlobs } from '../sessions/shares.ts'
import type { Routes } from './routes.ts'

const params = z.object({ token: z.string().min(20).max(100) })

/** What a stranger with a link sees: stored events and, when ticked, files and pictures. Nothing is live. */
export const sharedRoutes: Routes = async (app) => {
  const config = { open: true } as const

  app.get(
    '/shared/:token',
    {
      config,
      schema: {
        params,
        response: {
          200: z.object({
            title: z.string(),
            createdAt: z.number(),
            lastSeq: z.number(),
            files: z.boolean(),
          }),
        },
      },
    },
    async (request) => {
      const share = shareOf(request.params.token)
      const row = app.sessionList.find(share.sessionId)
      if (row === undefined) throw refusal('SHARE_NOT_FOUND')
      return {
        title: row.title,
        createdAt: row.createdAt,
        lastSeq: app.events.lastSeq(share.sessionId),
        files: share.files,
      }
    },
  )

  app.get(
    '/shared/:token/events',
    { config, schema: { params, querystring: z.object({ format: z.string().optional() }) } },
    async (request, reply) => {
      const shown = shownEvents(request.params.token)
      if (request.query.format === 'json') return reply.send(shown)
      const stream = new EventStream(reply)
      for (const event of shown)
        stream.write(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      // Held open so that revoking the link is seen at once.
      stream.onClose(app.sharedStreams.add(request.params.token, () => stream.close()))
      return reply
    },
  )

  app.get(
    '/shared/:token/blobs/:blobId',
    { config, schema: { params: params.extend({ blobId: z.string() }) } },
    async (request, reply) => {
      const { token, blobId } = request.params
      const share = shareOf(token)
      if (!shownBlobs(shownEvents(token)).has(blobId)) throw refusal('BLOB_NOT_FOUND')
      const blob = app.blobs.find(share.sessionId, blobId)
      if (blob === undefined) throw refusal('BLOB_NOT_FOUND')
      return sendFile(request, reply, {
        name: blob.name ?? blob.id,
        mime: blob.mime,
        size: blob.size,
        download: false,
        open: (range) => app.blobs.stream(blob.sha256, range),
      })
    },
  )

  function shareOf(token: string) {
    const share = app.shares.find(token)
    if (share === undefined) throw refusal('SHARE_NOT_FOUND')
    return share
  }

  function shownEvents(token: string): StoredEvent[] {
    const share = shareOf(token)
    return app.events
      .page(share.sessionId, 0, -1)
      .map((row) => sharedEvent(JSON.parse(wireData(row)) as StoredEvent, share))
  }
}
