import { z } from 'zod'
import { bridge, closeCodes } from '../http/bridge.ts'
import { holdMessages } from '../http/early-messages.ts'
import type { Routes } from './routes.ts'

/** The live view: RFB bytes of the sandbox's display, view-only without a valid lease. */
export const vncRoutes: Routes = async (app) => {
  app.get(
    '/vnc',
    { websocket: true, schema: { querystring: z.object({ lease: z.string().optional() }) } },
    async (socket, request) => {
      const pass = holdMessages(socket)
      if (request.person === null) return socket.close(closeCodes.notSignedIn, 'not signed in')
      if (!request.session) return socket.close(closeCodes.noSandbox, 'no such session')
      const signedOut = app.whileSignedIn(request, () => socket.close(closeCodes.notSignedIn, 'signed out'))
      socket.on('close', signedOut)
      const { id } = request.session
      const session = app.sessions.at(request.session)
      const { lease } = request.query as { lease?: string }
      const control = lease !== undefined && session.control.valid(lease)
      if (lease !== undefined && !control) return socket.close(closeCodes.leaseLost, 'lease lost')
      if (app.sandboxes.state(id).state === 'none') return socket.close(closeCodes.noSandbox, 'no sandbox')
      try {
        const sandbox = await session.surroundings.awake()
        const stream = await sandbox.vnc(control ? 'control' : 'view')
        if (socket.readyState !== socket.OPEN) {
          stream.destroy()
          return
        }
        const release = app.sandboxes.hold(id, 'viewer')
        const forget =
          lease === undefined
            ? () => {}
            : session.whenLost(lease, () => socket.close(closeCodes.leaseLost, 'lease lost'))
        // Clicks of a viewer are dropped in the sandbox; here only the handshake and picture requests matter.
        bridge(socket, stream, {
          input: () => lease === undefined || session.control.valid(lease),
          onEnd() {
            release()
            forget()
          },
        })
        pass()
      } catch (error) {
        request.log.info({ err: error }, 'The live view could not be opened.')
        socket.close(closeCodes.notReady, 'not ready')
      }
    },
  )
}
