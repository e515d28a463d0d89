import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type SandboxClock, systemClock } from '../clock.ts'

const MIB = 1024 * 1024
/** More than this waits in memory for a slow side: the fast side is held. */
const HOLD_ABOVE = 4 * MIB
const GO_ON_BELOW = 1 * MIB
const PING_MS = 25_000

export interface Bridge {
  /** closes both sides; the browser sees the code */
  end(code: number, reason: string): void
  /** resolves when both sides are closed */
  closed: Promise<void>
}

/**
 * Carries bytes between a raw stream and a WebSocket, with back-pressure both ways. When one side ends so does the
 * other. A WebSocket that misses two pings is dead. `onInput` is told of bytes from the browser.
 */
export function bridge(
  stream: Duplex,
  socket: WebSocket,
  options: { clock?: SandboxClock; onInput?: () => void } = {},
): Bridge {
  const { clock = systemClock, onInput } = options

  stream.on('data', (chunk: Buffer) => {
    socket.send(chunk, { binary: true }, () => {
      if (stream.isPaused() && socket.bufferedAmount < GO_ON_BELOW) stream.resume()
    })
    if (socket.bufferedAmount > HOLD_ABOVE) stream.pause()
  })

  socket.on('message', (data: Buffer) => {
    if (stream.destroyed) return
    onInput?.()
    stream.write(data, () => {
      if (socket.isPaused && stream.writableLength < GO_ON_BELOW) socket.resume()
    })
    if (stream.writableLength > HOLD_ABOVE) socket.pause()
  })

  const stopPings = keepAlive(socket, clock)
  const close = (code: number, reason: string) => {
    stopPings()
    stream.destroy()
    // A held socket would never read the other side's goodbye.
    if (socket.isPaused) socket.resume()
    if (socket.readyState === socket.OPEN) socket.close(code, reason)
    else if (socket.readyState === socket.CONNECTING) socket.terminate()
  }
  stream.once('end', () => close(1000, 'The display ended.'))
  stream.once('error', () => close(1011, 'The display was lost.'))
  socket.once('error', () => socket.terminate())
  const closed = Promise.all([
    new Promise<void>((resolve) => stream.once('close', () => resolve())),
    new Promise<void>((resolve) => socket.once('close', () => resolve())),
  ]).then(() => {})
  stream.once('close', () => close(1000, 'The display ended.'))
  socket.once('close', () => close(1000, ''))
  return { end: close, closed }
}

function keepAlive(socket: WebSocket, clock: SandboxClock): () => void {
  let missed = 0
  let forget = () => {}
  const onPong = () => {
    missed = 0
  }
  socket.on('pong', onPong)
  const next = () => {
    forget = clock.after(PING_MS, () => {
      if (missed++ >= 2) return socket.terminate()
      if (socket.readyState === socket.OPEN) socket.ping()
      next()
    })
  }
  next()
  return () => {
    forget()
    socket.off('pong', onPong)
  }
}
