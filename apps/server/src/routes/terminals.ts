import { z } from 'zod'
import { bridge, closeCodes } from '../http/bridge.ts'
import { holdMessages } from '../http/early-messages.ts'
import type { Routes } from './routes.ts'

const TerminalBody = z.object({
  name: z.string(),
  command: z.string().optional(),
  state: z.string(),
  background: z.boolean(),
})

/** The shells of the sandbox: their list, and each one live. */
export const terminalRoutes: Routes = async (app) => {
  app.get('/terminals', { schema: { response: { 200: z.array(TerminalBody) } } }, async (request) => {
    const sandbox = app.sandboxes.peek(request.session.id)
    // Looking at the list wakes nobody: a sandbox that sleeps runs no shells.
    const shells = sandbox === undefined ? [] : await sandbox.shell.list()
    return shells.map(({ name, command, state, background }) => ({
      name,
      state,
      background,
      ...(command === undefined ? {} : { command }),
    }))
  })

  app.get(
    '/terminals/:name',
    {
      websocket: true,
      schema: {
        params: z.object({ id: z.string(), name: z.string().min(1).max(64) }),
        querystring: z.object({ lease: z.string().optional() }),
      },
    },
    async (socket, request) => {
      const pass = holdMessages(socket)
      if (request.person === null) return socket.close(closeCodes.notSignedIn, 'not signed in')
      if (!request.session) return socket.close(closeCodes.noSandbox, 'no such session')
      const signedOut = app.whileSignedIn(request, () => socket.close(closeCodes.notSignedIn, 'signed out'))
      socket.on('close', signedOut)
      const { id } = request.session
      const session = app.sessions.at(request.session)
      const { lease } = request.query as { lease?: string }
      const { name } = request.params as { name: string }
      if (app.sandboxes.state(id).state === 'none') return socket.close(closeCodes.noSandbox, 'no sandbox')
      try {
        const sandbox = await session.surroundings.awake()
        const stream = await sandbox.shell.attach(name)
        if (socket.readyState !== socket.OPEN) {
          stream.destroy()
          return
        }
        const release = app.sandboxes.hold(id, 'terminal')
        bridge(socket, stream, { input: () => session.control.valid(lease), onEnd: release })
        pass()
      } catch (error) {
        request.log.info({ err: error }, 'A terminal could not be opened.')
        socket.close(closeCodes.notReady, 'not ready')
      }
    },
  )
}
