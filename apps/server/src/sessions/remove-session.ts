import type { FastifyInstance } from 'fastify'

/** The session is gone when this resolves: its run, events, blobs, container and volume. */
export async function removeSession(app: FastifyInstance, userId: string, id: string): Promise<void> {
  await app.sessions.remove(id)
  app.sessionList.remove(id)
  app.events.remove(id)
  app.blobs.removeOf(id)
  app.traces.remove(id)
  app.sideBar.removed(userId, id)
  try {
    await app.sandboxes.remove(id)
  } catch (error) {
    // The engine is away: its row stays without a session, and the next start removes what is left.
    app.log.warn({ err: error, sessionId: id }, 'The container of a deleted session is removed later.')
  }
}
