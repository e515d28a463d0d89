import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

const high = 4 * 1024 * 1024
const low = 1024 * 1024
const pingMs = 20_000

/**
 * Joins a browser's socket and a stream of the sandbox, with back-pressure both ways. `input` decides for each message
 * of the browser. Ends both when either ends; `onEnd` is called once.
 */
export function bridge(
  socket: WebSocket,
  stream: Duplex,
  options: { input: () => boolean; onEnd?: () => void },
): void {
  // A proxy between us and the browser cuts what is silent for a minute.
  const ping = setInterval(() => socket.ping(), pingMs)
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    clearInterval(ping)
    stream.destroy()
    if (socket.readyState === socket.OPEN) socket.close(1000)
    options.onEnd?.()
  }

  stream.on('data', (chunk: Buffer) => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(chunk, { binary: true, compress: false }, () => {
      if (stream.isPaused() && socket.bufferedAmount < low) stream.resume()
    })
    if (socket.bufferedAmount > high) stream.pause()
  })
  socket.on('message', (data: Buffer) => {
    if (!options.input()) return
    if (!stream.write(data)) {
      socket.pause()
      stream.once('drain', () => socket.resume())
    }
  })
  stream.on('end', end)
  stream.on('close', end)
  stream.on('error', end)
  socket.on('close', end)
  socket.on('error', end)
}

/** Why a socket is closed, in numbers the page knows. */
export const closeCodes = {
  notSignedIn: 4401,
  noSandbox: 4404,
  leaseLost: 4409,
  notReady: 4503,
} as const
