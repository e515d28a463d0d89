import type { WebSocket } from 'ws'

/**
 * What a browser sends while the sandbox's stream is still being opened: kept, and given on when there is one to
 * take it. Without this the first bytes would be lost, and with them the whole conversation of a VNC client.
 */
export function holdMessages(socket: WebSocket): () => void {
  const held: [Buffer, boolean][] = []
  const keep = (data: Buffer, binary: boolean) => held.push([data, binary])
  socket.on('message', keep)
  return () => {
    socket.off('message', keep)
    for (const [data, binary] of held) socket.emit('message', data, binary)
  }
}
