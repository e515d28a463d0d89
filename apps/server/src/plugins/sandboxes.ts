import type { HealthBody } from '@deskhand/protocol/http'
import type { SandboxHost, SandboxNews } from '@deskhand/sandbox'
import fp from 'fastify-plugin'
import { engineHealth } from '../sandboxes/engine-health.ts'
import { ImageKeeper } from '../sandboxes/image-keeper.ts'
import { type OpenHost, openHost } from '../sandboxes/open-host.ts'
import { SandboxRecords } from '../sandboxes/sandbox-records.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sandboxes: SandboxHost
    /** those of an earlier start are adopted, or it was tried: before that a container may look like none */
    sandboxesSettled: Promise<void>
    sandboxImage: ImageKeeper
    engineHealth(): Promise<HealthBody['docker']>
  }
}

/** The engine's containers as this install knows them; what happens to one is told in its session's log. */
export const sandboxes = fp(
  async (app) => {
    const records = new SandboxRecords(app.db)
    const { host, image, engineVersion } = await open(records)
    app.decorate('sandboxes', host)
    app.decorate('sandboxImage', image)
    app.decorate('engineHealth', engineHealth(engineVersion, app.clock.now))
    app.addHook('onClose', async () => image.close())
    app.addHook('onClose', async () => host.close())
    host.onNews((news) => tell(news))
    let settled = () => {}
    app.decorate(
      'sandboxesSettled',
      new Promise<void>((resolve) => {
        settled = resolve
      }),
    )

    // An engine that is down at the start is no reason not to start: the page can say so, and it may come back.
    app.addHook('onReady', async () => {
      const later = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
      void recover().catch(later('Sandboxes could not be looked after yet.')).finally(settled)
      void image
        .ready((progress) => app.log.info(progress, 'The sandbox image is being made.'))
        .catch(later('The sandbox image is not there yet.'))
    })

    async function open(store: SandboxRecords): Promise<OpenHost> {
      if (app.parts.openHost === undefined) return openHost(app, store)
      const host = await app.parts.openHost(store, app.clock)
      return { host, image: new ImageKeeper(async () => {}), engineVersion: async () => 'double' }
    }

    async function recover() {
      const found = await host.recover()
      app.log.info(found, 'Sandboxes of an earlier start were looked after.')
      for (const sessionId of found.lost)
        if (app.sessionList.find(sessionId) !== undefined)
          tell({
            type: 'ended',
            sessionId,
            reason: 'lost',
            text: 'The container was gone when the server started.',
          })
      for (const sessionId of records.sessions())
        if (app.sessionList.find(sessionId) === undefined) await host.remove(sessionId)
    }

    function tell(news: SandboxNews) {
      const log = app.events.writer(news.sessionId)
      if (app.sessionList.find(news.sessionId) === undefined) return
      if (news.type === 'notice') {
        log.append('notice', { level: news.level, code: news.code, text: news.text })
      } else if (news.type === 'ended') {
        const { reason, text, log: tail } = news
        log.append('sandbox.end', {
          reason,
          ...(text === undefined ? {} : { text }),
          ...(tail === undefined ? {} : { log: tail.slice(-8000) }),
        })
        app.sessions.ifAwake(news.sessionId)?.worldLost(text ?? `The sandbox ended: ${reason}.`)
      } else {
        const state = shownStates[news.state]
        // A start tells its own news: sandbox.start, and one ready or end.
        if (state === undefined || app.sessions.ifAwake(news.sessionId)?.surroundings.entering === true)
          return
        const { expiresAt } = news
        log.append('sandbox.update', { state, ...(expiresAt === undefined ? {} : { expiresAt }) })
        if (state === 'stopped') app.sessions.ifAwake(news.sessionId)?.worldLost('The sandbox was stopped.')
      }
    }
  },
  { name: 'sandboxes', dependencies: ['db', 'event-log'] },
)

// Waiting and booting are told by the one who asked for the sandbox.
const shownStates: Partial<Record<string, 'paused' | 'running' | 'stopped'>> = {
  ready: 'running',
  paused: 'paused',
  stopped: 'stopped',
}
