import { z } from 'zod'
import { refusal } from '../errors.ts'
import { me } from '../http/me.ts'
import type { Routes } from './routes.ts'

const params = z.object({
  projectId: z.string().regex(/^[\w-]{1,64}$/, 'letters, digits, dashes; 64 at most'),
})
const given = z.object({
  name: z.string().trim().min(1).max(200),
  instructions: z.string().max(100_000).default(''),
})
const Project = given.extend({ id: z.string(), createdAt: z.number() })

/** What several of a person's sessions share. The page makes the id, so that PUT twice is one project. */
export const projectRoutes: Routes = async (app) => {
  app.get('/projects', { schema: { response: { 200: z.array(Project) } } }, async (request) =>
    app.projects.list(me(request).id),
  )

  app.get('/projects/:projectId', { schema: { params, response: { 200: Project } } }, async (request) =>
    known(me(request).id, request.params.projectId),
  )

  app.put(
    '/projects/:projectId',
    { schema: { params, body: given, response: { 200: Project } } },
    async (request) => {
      const { id } = me(request)
      const { projectId } = request.params
      if (!app.projects.put(id, projectId, request.body)) throw refusal('NOT_FOUND')
      return known(id, projectId)
    },
  )

  app.delete(
    '/projects/:projectId',
    { schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      if (!app.projects.remove(me(request).id, request.params.projectId)) throw refusal('NOT_FOUND')
      return reply.code(204).send(null)
    },
  )

  function known(userId: string, projectId: string) {
    const project = app.projects.find(userId, projectId)
    if (project === undefined) throw refusal('NOT_FOUND')
    return project
  }
}
