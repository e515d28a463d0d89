import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './chat-model.ts'

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { signal })
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    }
  },
}
