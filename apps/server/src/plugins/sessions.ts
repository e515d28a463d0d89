import fp from 'fastify-plugin'
import { makeSession } from '../sessions/make-session.ts'
import { Sessions } from '../sessions/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
}

/** Sessions at work; what a crash or stop of the server cut goes on when the server is ready. */
export const sessions = fp(
  async (app) => {
    const all = new Sessions({
      list: app.sessionList,
      events: app.events,
      make: (row) => makeSession(app, row),
      now: app.clock.now,
      warn: (error, text) => app.log.warn(error, text),
    })
    app.decorate('sessions', all)
    app.addHook('onReady', async () => {
      void app.sandboxesSettled.then(() => all.recover())
    })
    const resting = setInterval(() => {
      all.rest().catch((error) => app.log.warn({ err: error }, 'A session could not be put to rest.'))
    }, 60_000)
    resting.unref()
    app.addHook('preClose', async () => {
      clearInterval(resting)
      await all.close()
    })
  },
  { name: 'sessions', dependencies: ['event-log', 'sandboxes', 'models'] },
)
