import { z } from 'zod'
import { refusal } from '../errors.ts'
import type { Routes } from './routes.ts'

const params = z.object({ name: z.string().min(1).max(100) })
const text = z.object({ text: z.string().max(900_000) })
const Note = z.object({
  name: z.string(),
  title: z.string(),
  when: z.array(z.string()),
  urls: z.array(z.string()),
  always: z.boolean(),
})
const Skill = z.object({ name: z.string(), description: z.string() })

/** Notes and skills. They reach every agent of this install, so only an administrator changes them. */
export const knowledgeRoutes: Routes = async (app) => {
  app.get('/knowledge', { schema: { response: { 200: z.array(Note) } } }, async () =>
    app.library.notes().map(({ name, title, when, urls, always }) => ({ name, title, when, urls, always })),
  )
  app.get('/skills', { schema: { response: { 200: z.array(Skill) } } }, async () =>
    app.library.skills().map(({ name, description }) => ({ name, description })),
  )

  app.get('/mcp', async () => {
    throw refusal('NOT_BUILT_YET')
  })

  for (const [url, kind] of [
    ['/knowledge/:name', 'note'],
    ['/skills/:name', 'skill'],
  ] as const) {
    app.get(
      url,
      { schema: { params, response: { 200: text.extend({ name: z.string() }) } } },
      async (request) => {
        const { name } = request.params
        const found = app.library.read(kind, name)
        if (found === undefined) throw refusal('NOT_FOUND')
        return { name, text: found }
      },
    )
    app.put(
      url,
      { config: { admin: true }, schema: { params, body: text, response: { 204: z.null() } } },
      async (request, reply) => {
        app.library.write(kind, request.params.name, request.body.text)
        return reply.code(204).send(null)
      },
    )
    app.delete(
      url,
      { config: { admin: true }, schema: { params, response: { 204: z.null() } } },
      async (request, reply) => {
        if (!app.library.remove(kind, request.params.name)) throw refusal('NOT_FOUND')
        return reply.code(204).send(null)
      },
    )
  }
}
