import type { Outcome, Status } from '@deskhand/protocol'

/** What a person needs to know of a session at one look. */
export type Mood = 'new' | 'working' | 'needsYou' | 'paused' | 'ok' | 'partial' | 'failed' | 'stopped'

export function moodOf(status: Status, outcome: Outcome | undefined): Mood {
  if (status === 'idle') return outcome ?? 'new'
  if (status === 'waiting') return 'needsYou'
  if (status === 'takeover' || status === 'paused') return 'paused'
  return 'working'
}

/** Something is being done, or waits to be gone on with. */
export const isBusy = (status: Status): boolean => status !== 'idle'
