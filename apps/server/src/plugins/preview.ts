import type { AddressInfo } from 'node:net'
import fp from 'fastify-plugin'
import { openPath, previewServer } from '../preview/preview-server.ts'
import { type Visit, Visits } from '../preview/visits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    preview: {
      /** one-time address of this program; undefined: there is no second origin */
      open(visit: Visit, hostname: string): string | undefined
    }
  }
}

/** The second origin, for programs that the agent started. Without it the product works; only they can't be opened. */
export const preview = fp(
  async (app) => {
    const { PREVIEW_PORT, PREVIEW_URL, PUBLIC_URL, PORT, HOST } = app.config.values
    const visits = new Visits(app.clock.now)
    const server = previewServer({
      visits,
      cookieName: `deskhand_preview_${app.installId.slice(0, 6)}`,
      publicUrl: PREVIEW_URL,
      refused: (address) => app.sandboxes.isSandboxAddress(address),
      async reach({ userId, sessionId, port }) {
        const session = app.sessions.at(app.sessions.row(userId, sessionId))
        const sandbox = await session.surroundings.awake()
        return { port, ...sandbox.proxy(port) }
      },
      hold: ({ sessionId }) => app.sandboxes.hold(sessionId, 'preview'),
    })
    let listening: number | undefined

    app.decorate('preview', {
      open(visit: Visit, hostname: string) {
        if (listening === undefined) return undefined
        const origin = PREVIEW_URL ?? `http://${hostname}:${listening}`
        return `${origin}${openPath}?ticket=${visits.ticket(visit)}`
      },
    })
    // With `inject` nothing listens, and so this does not either.
    app.addHook('onListen', async () => {
      if (PUBLIC_URL !== undefined && PREVIEW_URL === undefined) return
      await new Promise<void>((resolve) => {
        server.once('error', (error) => {
          app.log.warn(`Programs of sandboxes can't be opened: PREVIEW_PORT: ${error.message}`)
          resolve()
        })
        server.listen(PREVIEW_PORT ?? (PORT === 0 ? 0 : PORT + 1), HOST, () => {
          listening = (server.address() as AddressInfo).port
          resolve()
        })
      })
    })
    app.addHook('preClose', async () => {
      server.closeAllConnections()
      if (listening !== undefined) await new Promise((resolve) => server.close(resolve))
    })
  },
  { name: 'preview', dependencies: ['sandboxes', 'sessions'] },
)
