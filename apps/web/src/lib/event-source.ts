import type { AnyEvent } from '@deskhand/protocol'
import { eventTypes } from '@deskhand/protocol/fold'

export type StreamState = 'connecting' | 'live' | 'retrying' | 'expired' | 'closed'

export interface StreamOptions {
  /** asked anew for every connection, so that a resume always begins where the view is */
  url(): string
  onEvent(event: AnyEvent): void
  onState(state: StreamState): void
  /** whether the person is still signed in; throws when the server does not answer */
  probe(): Promise<boolean>
  /** stands in for the browser's own in tests */
  Source?: typeof EventSource
  random?(): number
}

export interface Stream {
  close(): void
  /** try now: the tab came back, or the network did */
  wake(): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
// A drop that the browser mends by itself within this is not worth a word to the person.
const QUIET_MS = 2_000
// Comments that keep a connection alive are not shown to scripts, so silence alone proves nothing: a connection that
// said nothing for this long is replaced by a fresh one, which costs a request and mends a half-open socket.
const SILENCE_MS = 45_000

/**
 * The browser's EventSource, made to survive what it doesn't: after one answer that is no stream (a proxy's 502 while
 * the server starts again) it gives up for good, and it never notices a dead socket.
 */
export function openStream(options: StreamOptions): Stream {
  const { Source = EventSource, random = Math.random } = options
  let source: EventSource | undefined
  let attempt = 0
  let closed = false
  let again: ReturnType<typeof setTimeout> | undefined
  let tell: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const alive = () => {
    attempt = 0
    clearTimeout(tell)
    tell = undefined
    options.onState('live')
    clearTimeout(silence)
    silence = setTimeout(connect, SILENCE_MS)
  }

  const receive = (message: MessageEvent<string>, type: string) => {
    clearTimeout(silence)
    silence = setTimeout(connect, SILENCE_MS)
    options.onEvent({ ...(JSON.parse(message.data) as object), type } as AnyEvent)
  }

  const fail = (from: EventSource) => {
    if (closed || from !== source) return
    clearTimeout(silence)
    tell ??= setTimeout(() => options.onState('retrying'), QUIET_MS)
    if (from.readyState === Source.CLOSED) void retry()
  }

  const retry = async () => {
    const signedIn = await options.probe().catch(() => true)
    if (closed) return
    if (!signedIn) return expire()
    const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt++, LONGEST_WAIT_MS) * (0.75 + random() / 2)
    clearTimeout(again)
    again = setTimeout(connect, wait)
  }

  const expire = () => {
    clearTimeout(tell)
    source?.close()
    options.onState('expired')
  }

  function connect() {
    clearTimeout(again)
    source?.close()
    const mine = new Source(options.url())
    source = mine
    mine.onopen = () => mine === source && alive()
    mine.onerror = () => fail(mine)
    for (const type of eventTypes) {
      mine.addEventListener(
        type,
        (message) => mine === source && receive(message as MessageEvent<string>, type),
      )
    }
  }

  options.onState('connecting')
  connect()
  return {
    close() {
      closed = true
      for (const timer of [again, tell, silence]) clearTimeout(timer)
      source?.close()
      options.onState('closed')
    },
    wake() {
      if (closed || source?.readyState === Source.OPEN) return
      attempt = 0
      connect()
    },
  }
}
