import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { ViewFilter } from '../display/view-filter.ts'
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'
import { acceptUpgrade } from '../http/upgrade.ts'

/** `Upgrade: rfb` → the display's raw bytes. Without `mode=control` nothing a viewer sends can move it. */
export const vnc: Route = {
  method: 'GET',
  path: '/vnc',
  async upgrade({ url, gateway }, socket, head) {
    const display = connect(gateway.settings.vncSocket)
    await new Promise<void>((done, fail) => {
      display.once('connect', done)
      display.once('error', (cause) =>
        fail(
          new Refusal(503, 'NOT_READY', 'The display does not answer; it may be starting again.', { cause }),
        ),
      )
    })
    acceptUpgrade(socket, 'rfb')
    const close = () => {
      display.destroy()
      socket.destroy()
    }
    // pipeline carries back-pressure both ways, so a slow viewer makes the display send less.
    pipeline(display, socket, close)
    if (head.length > 0) socket.unshift(head)
    if (url.searchParams.get('mode') === 'control') pipeline(socket, display, close)
    else pipeline(socket, new ViewFilter(), display, close)
  },
}
