import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import type { Sleep } from '@deskhand/fake-llm'
import { realSleep } from '@deskhand/fake-llm'
import type { Clock } from '@deskhand/llm'
import { manualClock } from '@deskhand/llm/testing'

export interface MovedClock extends Clock {
  /** moves on to this time, letting what is due on the way run */
  moveTo(time: number): Promise<void>
  /** the waits of a scripted model server: long ones pass on this clock, at once */
  readonly serverSleep: Sleep
}

// So short that a test may wait for it; the reset of a connection needs a real one.
const SHORT_MS = 100

/**
 * The time of a whole server under test: nobody waits, it is moved on by whatever has become silent. Time that
 * passes while the model server says nothing is moved in small pieces, so that whoever watches it looks as often as
 * it would.
 */
export function movedClock(): MovedClock {
  const clock = manualClock()
  const passUntilLeft = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const [next = 1_000] = clock.pending
      await clock.advance(next)
      // The sockets need real time to tell that the client has left.
      await delay(2)
    }
    throw signal.reason
  }
  return {
    now: clock.now,
    sleep: (ms, signal) => (ms > 0 ? clock.sleep(ms, signal) : Promise.resolve()),
    async moveTo(time) {
      await turn()
      if (time > clock.now()) await clock.advance(time - clock.now())
    },
    async serverSleep(ms, signal) {
      if (ms === Infinity) return passUntilLeft(signal)
      if (ms < SHORT_MS) return ms > 5 ? realSleep(ms, signal) : turn()
      await delay(2)
      await clock.advance(ms)
      signal.throwIfAborted()
    },
  }
}
