import { docsPage } from '../http/docs-page.ts'
import type { Routes } from './routes.ts'

/** The description of all of this, for programs and for people. */
export const openapiRoutes: Routes = async (app) => {
  app.get('/openapi.json', { config: { open: true }, schema: { hide: true } }, async () => app.swagger())
  app.get('/docs', { config: { open: true }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(app.swagger() as Parameters<typeof docsPage>[0])),
  )
}
