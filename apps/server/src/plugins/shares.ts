import fp from 'fastify-plugin'
import { OpenStreams } from '../http/open-streams.ts'
import { Shares } from '../sessions/shares.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shares: Shares
    /** viewers of shared sessions, by token */
    sharedStreams: OpenStreams
  }
}

/** Links that show a session to whoever has them. */
export const shares = fp(
  async (app) => {
    app.decorate('shares', new Shares(app.db, app.clock.now))
    app.decorate('sharedStreams', new OpenStreams())
  },
  { name: 'shares', dependencies: ['db'] },
)
