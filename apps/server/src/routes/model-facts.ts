import { ModelProfileBody, PriceBody, PricesBody } from '@deskhand/protocol/http'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import type { Routes } from './routes.ts'

/** What is known of the models beside their settings: the profiles that were learned, and what they cost. */
export const modelFactRoutes: Routes = async (app) => {
  app.get('/models/profiles', { schema: { response: { 200: z.array(ModelProfileBody) } } }, async () =>
    app.profiles.list(),
  )

  app.delete(
    '/models/profiles',
    {
      config: { admin: true },
      schema: { querystring: z.object({ key: z.string() }), response: { 204: z.null() } },
    },
    async (request, reply) => {
      if (!app.profiles.reset(request.query.key)) throw refusal('NOT_FOUND')
      app.models.renew()
      return reply.code(204).send(null)
    },
  )

  const prices = (): z.infer<typeof PricesBody> => ({ own: app.prices.own, given: app.prices.given })

  app.get('/models/prices', { schema: { response: { 200: PricesBody } } }, async () => prices())

  app.put(
    '/models/prices',
    {
      config: { admin: true },
      schema: {
        body: z.object({ own: z.record(z.string().trim().min(1).max(200), PriceBody) }),
        response: { 200: PricesBody },
      },
    },
    async (request) => {
      app.prices.save(request.body.own)
      app.models.renew()
      return prices()
    },
  )
}
