import { ModelTestBody, ModelTestRequest, PutSettings, SettingsBody } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { listModels } from '../models/list-models.ts'
import { testModel } from '../models/test-model.ts'
import type { Routes } from './routes.ts'

/** The configuration as people may see and change it. */
export const settingsRoutes: Routes = async (app) => {
  const body = async (): Promise<z.infer<typeof SettingsBody>> => ({
    settings: app.settings.bodies(),
    demo: app.models.demo,
    ...(app.models.demo ? { demoTasks: [...(await import('@deskhand/fake-llm/demo-tasks')).demoTasks] } : {}),
    model: app.models.info(),
  })

  app.get('/settings', { schema: { response: { 200: SettingsBody } } }, async () => body())

  app.put(
    '/settings',
    { config: { admin: true }, schema: { body: PutSettings, response: { 200: SettingsBody } } },
    async (request) => {
      app.settings.save(request.body.settings)
      return body()
    },
  )

  app.post(
    '/settings/model/test',
    { config: { admin: true }, schema: { body: ModelTestRequest, response: { 200: ModelTestBody } } },
    async (request) => {
      const { role, apiBase, apiKey, model } = request.body
      const saved = app.models.endpoint(role) ?? app.models.endpoint('executor')
      const baseUrl = apiBase ?? saved?.baseUrl
      const name = model ?? saved?.model
      if (baseUrl === undefined || name === undefined) throw refusal('NO_MODEL')
      // A saved key goes to the server it was saved for, never to an address somebody is trying out.
      const kept = apiBase === undefined || apiBase === saved?.baseUrl ? saved?.apiKey : undefined
      const key = apiKey ?? kept
      return testModel(app, { baseUrl, model: name, ...(key === undefined ? {} : { apiKey: key }) })
    },
  )

  app.get(
    '/models',
    {
      schema: { response: { 200: z.object({ models: z.array(z.string()), error: z.string().optional() }) } },
    },
    async () => listModels(app),
  )
}
