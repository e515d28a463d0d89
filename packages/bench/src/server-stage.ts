import type { AddressInfo } from 'node:net'
import { type AppDouble, appDouble, type Client } from '@deskhand/server/testing'

export interface ServerStage {
  server: AppDouble
  ann: Client
  /** http://127.0.0.1:PORT/ */
  url: string
  /** a session of ann's with so many events of the kinds a run makes */
  longSession(events: number): Promise<string>
  close(): Promise<void>
}

/** The whole server over doubles for engine and models, listening: routes, streams, database and page are the real ones. */
export async function serverStage(): Promise<ServerStage> {
  const server = await appDouble()
  const ann = await server.as('ann')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return {
    server,
    ann,
    url: `http://127.0.0.1:${port}/`,
    async longSession(events) {
      const id = await ann.newSession()
      const { sqlite } = server.app.db
      sqlite.transaction(() => fill(server, id, events))()
      return id
    },
    close: () => server.close(),
  }
}

/** Calls and messages in turns, and a last message that says it is the last. */
function fill({ app }: AppDouble, id: string, events: number) {
  const had = app.events.lastSeq(id)
  const text = 'A line of output that is about as long as such lines are. '.repeat(4)
  for (let n = had; n < events - 1; n += 3) {
    const callId = `c${n}` as never
    app.events.append(id, 'tool.start', { callId, name: 'shell_exec', title: `Running part ${n}`, args: {} })
    app.events.append(id, 'tool.end', { callId, outcome: 'ok', ms: 5, view: { kind: 'text', text } })
    app.events.append(id, 'message', { id: `m${n}` as never, role: 'assistant', text: `Part ${n}: ${text}` })
  }
  app.events.append(id, 'message', { id: 'last' as never, role: 'assistant', text: 'This is the last line.' })
}
