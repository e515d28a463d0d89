import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@deskhand/llm'

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await setTimeout(ms, undefined, { signal })
    } catch (error) {
      throw signal?.reason ?? error
    }
  },
}
