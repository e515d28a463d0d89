import { join } from 'node:path'
import fp from 'fastify-plugin'
import { keptProfiles } from '../models/kept-profiles.ts'
import { type Endpoint, Models } from '../models/models.ts'
import { outgoing } from '../models/outgoing.ts'
import { PriceList } from '../models/price-list.ts'
import { Profiles } from '../models/profiles.ts'
import { Traces } from '../models/traces.ts'
import { secretsOf } from '../settings/index.ts'
import { version } from '../version.ts'

declare module 'fastify' {
  interface FastifyInstance {
    models: Models
    traces: Traces
    prices: PriceList
    profiles: Profiles
  }
}

/** Which model answers in which role, and the scripted one while none is set. */
export const models = fp(
  async (app) => {
    const values = () => app.settings.values
    const connection = outgoing(app.config.values)
    let demo: Endpoint | undefined
    if (values().DEMO !== false && app.parts.models === undefined) {
      const { startDemoLlm, demoModelName } = await import('@deskhand/fake-llm')
      const fake = await (app.parts.startDemo ?? startDemoLlm)()
      demo = { baseUrl: fake.url, model: demoModelName }
      app.addHook('onClose', async () => fake.close())
    }
    const traces = new Traces({
      folder: join(app.config.dataDir, 'traces'),
      version,
      secrets: () => secretsOf(values()),
      now: app.clock.now,
      warn: (error, text) => app.log.warn({ err: error }, text),
    })
    app.decorate('traces', traces)
    const prices = new PriceList(app.db, join(app.config.dataDir, 'prices.json'), (text) =>
      app.log.warn(text),
    )
    app.decorate('prices', prices)
    const store = keptProfiles(app.db, app.clock.now)
    const made = new Models({
      values,
      prices: () => prices.all,
      demo: () => (values().DEMO === false ? undefined : demo),
      options: {
        store,
        connection: connection.settings,
        clock: app.clock,
        onWire: (record) => traces.record(record),
      },
      fetch: connection.fetch,
      ...(app.parts.models === undefined ? {} : { given: app.parts.models }),
    })
    app.decorate('models', made)
    app.settings.onChange(() => made.renew())

    app.decorate('profiles', new Profiles(app.db, store, made))
  },
  { name: 'models', dependencies: ['db'] },
)
