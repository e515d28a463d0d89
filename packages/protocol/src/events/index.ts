import type { z } from 'zod'
import { artifact } from './artifact.ts'
import { ask } from './ask.ts'
import { message } from './message.ts'
import { plan } from './plan.ts'
import { run } from './run.ts'
import { sandbox } from './sandbox.ts'
import { session } from './session.ts'
import { status } from './status.ts'
import { tool } from './tool.ts'

/** Public events that are kept: a session is rebuilt from them. One more noun is one file and one line here. */
export const storedEvents = {
  ...session.stored,
  ...status.stored,
  ...message.stored,
  ...run.stored,
  ...plan.stored,
  ...tool.stored,
  ...ask.stored,
  ...sandbox.stored,
  ...artifact.stored,
}

/** Events for whoever is watching; never needed to rebuild a state. */
export const liveEvents = {
  ...session.live,
  ...message.live,
  ...run.live,
  ...tool.live,
  ...sandbox.live,
}

export type StoredType = keyof typeof storedEvents
export type LiveType = keyof typeof liveEvents
export type StoredData<T extends StoredType> = z.infer<(typeof storedEvents)[T]>
export type LiveData<T extends LiveType> = z.infer<(typeof liveEvents)[T]>

/** As it goes over the wire: `seq` counts 1, 2, 3 … within a session; `ts` is ms since 1970. */
export type StoredEvent = {
  [T in StoredType]: { seq: number; ts: number; type: T } & StoredData<T>
}[StoredType]
export type LiveEvent = { [T in LiveType]: { type: T } & LiveData<T> }[LiveType]
export type AnyEvent = StoredEvent | LiveEvent
export type EventOf<T extends StoredType> = Extract<StoredEvent, { type: T }>

export const isStoredType = (type: string): type is StoredType => Object.hasOwn(storedEvents, type)
