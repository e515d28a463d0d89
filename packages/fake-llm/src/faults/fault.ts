import { z } from 'zod'
import type { FakeReply } from '../chat-reply.ts'
import type { Persona } from '../personas/persona.ts'
import type { Action } from '../wire/actions.ts'
import type { WireEvent } from '../wire/chunks.ts'

/**
 * One way a server goes wrong. It acts at one of four places: instead of the answer, on what is said, on the events
 * of the stream, or on the bytes. Always the same for the same request: nothing is left to chance.
 */
export interface Fault<Params extends z.ZodObject = z.ZodObject> {
  name: string
  /** what a client sees, for people */
  about: string
  params: Params
  /** other parameters that a matrix of all faults tries too */
  variants?: readonly z.input<Params>[]
  answer?(params: z.infer<Params>, persona: Persona): Action[]
  reply?(reply: FakeReply, params: z.infer<Params>): FakeReply
  events?(events: WireEvent[], params: z.infer<Params>): WireEvent[]
  /** the actions of an answer: head, sends, end */
  actions?(actions: Action[], params: z.infer<Params>): Action[]
}

/** Keeps the type of a fault's parameters while the list holds them all. */
export const defineFault = <Params extends z.ZodObject>(fault: Fault<Params>): Fault =>
  fault as unknown as Fault

export const noParams = z.strictObject({})
