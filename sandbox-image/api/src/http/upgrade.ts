import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Says yes to `Upgrade: protocol`; from here on the socket carries raw bytes. */
export function acceptUpgrade(socket: Duplex, protocol: string): void {
  // Small packets matter more here than few: each is a key, a click or an update.
  if ('setNoDelay' in socket) (socket as Socket).setNoDelay(true)
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nupgrade: ${protocol}\r\nconnection: Upgrade\r\n\r\n`)
}
