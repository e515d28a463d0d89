import { z } from 'zod'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

const Item = z.object({
  sessionId: z.string(),
  sessionTitle: z.string(),
  blob: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  createdAt: z.number(),
})
const kinds = {
  image: "mime LIKE 'image/%'",
  table: "(mime LIKE '%csv%' OR mime LIKE '%spreadsheet%' OR mime LIKE '%excel%')",
  document: "(mime LIKE 'text/%' OR mime LIKE '%pdf%' OR mime LIKE '%document%')",
} as const

/** The person's files over all sessions: what has a name, so artifacts and attachments but no screenshots. */
export const libraryRoutes: Routes = async (app) => {
  app.get(
    '/library',
    {
      schema: {
        querystring: z.object({
          search: z.string().max(200).default(''),
          type: z.enum(['image', 'table', 'document']).optional(),
        }),
        response: { 200: z.object({ items: z.array(Item) }) },
      },
    },
    async (request) => {
      const { search, type } = request.query
      const items = app.db.sqlite
        .prepare<Record<string, string>, z.infer<typeof Item>>(
          `SELECT b.session_id AS sessionId, s.title AS sessionTitle, b.id AS blob, b.name, b.mime, b.size,
             b.created_at AS createdAt
           FROM blobs b JOIN sessions s ON s.id = b.session_id
           WHERE s.user_id = :userId AND b.name IS NOT NULL AND instr(lower(b.name), lower(:search)) > 0
             ${type === undefined ? '' : `AND ${kinds[type]}`}
           ORDER BY b.created_at DESC LIMIT 500`,
        )
        .all({ userId: me(request).id, search })
      return { items }
    },
  )
}
