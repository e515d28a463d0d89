import fp from 'fastify-plugin'
import { EventLog } from '../sessions/event-log.ts'
import { projection } from '../sessions/projection.ts'
import { SessionList } from '../sessions/session-list.ts'
import { SideBar } from '../sessions/side-bar.ts'

declare module 'fastify' {
  interface FastifyInstance {
    events: EventLog
    sessionList: SessionList
    sideBar: SideBar
  }
}

// What a side bar shows of a session changes with these.
const listed: ReadonlySet<string> = new Set([
  'status',
  'message',
  'run.start',
  'run.end',
  'ask.start',
  'session.update',
])

export const eventLog = fp(
  async (app) => {
    const { now } = app.clock
    app.decorate('events', new EventLog(app.db.sqlite, projection(app.db.sqlite), now))
    app.decorate('sessionList', new SessionList(app.db, now))
    app.decorate('sideBar', new SideBar(app.sessionList))
    app.events.onAppend((id, entry) => {
      if (listed.has(entry.type)) app.sideBar.changed(id)
      if (entry.type === 'session.update') keepTitle(id, entry.data.title)
    })

    // The person named the session: a name that the agent thinks of is taken back, for pages that follow the events.
    function keepTitle(id: string, title: string | undefined) {
      const row = app.sessionList.find(id)
      if (row?.titled === true && title !== undefined && row.title !== title)
        app.events.append(id, 'session.update', { title: row.title })
    }
  },
  { name: 'event-log', dependencies: ['db'] },
)
