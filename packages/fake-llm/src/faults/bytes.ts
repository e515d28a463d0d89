import { z } from 'zod'
import type { Action } from '../wire/actions.ts'
import { defineFault, noParams } from './fault.ts'

const At = z.strictObject({ bytes: z.number().int().min(0).optional() })

const headOf = (actions: Action[]): Action[] => actions.filter((action) => action.type === 'head')
const bodyOf = (actions: Action[]): Buffer =>
  Buffer.concat(actions.flatMap((action) => (action.type === 'send' ? [action.bytes] : [])))

/** The answer up to a byte (half of it unless said), then something else than the rest. */
function cut(actions: Action[], at: number | undefined, then: Action): Action[] {
  const body = bodyOf(actions)
  const bytes = body.subarray(0, at ?? Math.floor(body.length / 2))
  return [...headOf(actions), ...(bytes.length > 0 ? [{ type: 'send', bytes } as const] : []), then]
}

/** The end of the event in the middle of the answer, so that what came is whole. */
function eventEnd(body: Buffer): number {
  const end = body.indexOf('\n\n', Math.floor(body.length / 2))
  return end < 0 || end + 2 >= body.length ? Math.floor(body.length / 2) : end + 2
}

/** A place inside a multi-byte character, or undefined in plain ASCII. */
function insideCharacter(body: Buffer): number | undefined {
  const from = Math.floor(body.length / 3)
  const at = [...body.subarray(from).keys()].find((index) => (body[from + index] ?? 0) >= 0xc2)
  return at === undefined ? undefined : from + at + 1
}

export const byteFaults = [
  defineFault({
    name: 'cutClean',
    about: 'the stream ends properly between two events in the middle of the answer (or at a byte)',
    params: At,
    actions: (actions, { bytes }) => cut(actions, bytes ?? eventEnd(bodyOf(actions)), { type: 'end' }),
  }),
  defineFault({
    name: 'cutMidLine',
    about: 'the stream ends in the middle of a data line',
    params: noParams,
    actions: (actions) => cut(actions, eventEnd(bodyOf(actions)) - 9, { type: 'end' }),
  }),
  defineFault({
    name: 'cutMidUtf8',
    about: 'the stream ends inside a character',
    params: noParams,
    actions(actions) {
      const body = bodyOf(actions)
      const at = insideCharacter(body)
      if (at !== undefined) return cut(actions, at, { type: 'end' })
      const torn = Buffer.concat([body.subarray(0, Math.floor(body.length / 2)), Buffer.from([0xe4, 0xbd])])
      return [...headOf(actions), { type: 'send', bytes: torn }, { type: 'end' }]
    },
  }),
  defineFault({
    name: 'resetMidway',
    about: 'the connection is dropped in the middle of the answer',
    params: At,
    // The wait lets the bytes leave before the reset discards what is unsent.
    actions: (actions, { bytes }) => {
      const sent = cut(actions, bytes, { type: 'wait', ms: 30 })
      return [...sent, { type: 'reset' }]
    },
  }),
  defineFault({
    name: 'stall',
    about: 'the stream stops in the middle and stays open',
    params: At,
    actions: (actions, { bytes }) => cut(actions, bytes, { type: 'hang' }),
  }),
  defineFault({
    name: 'keepAliveOnly',
    about: 'comment lines for a while and never a token',
    params: z.strictObject({ gapMs: z.number().default(1_000) }),
    actions: (actions, { gapMs }) => {
      const beats = Array.from({ length: 600 }, (): Action[] => [
        { type: 'send', bytes: Buffer.from(': keep-alive\n\n') },
        { type: 'wait', ms: gapMs },
      ])
      return [...headOf(actions), ...beats.flat(), { type: 'hang' }]
    },
  }),
  defineFault({
    name: 'slowFirstToken',
    about: 'headers at once, the first chunk after a while',
    params: z.strictObject({ ms: z.number().min(0).default(5_000) }),
    actions: (actions, { ms }) => [
      ...headOf(actions),
      { type: 'wait', ms },
      ...actions.filter((action) => action.type !== 'head'),
    ],
  }),
  defineFault({
    name: 'drip',
    about: 'the answer in pieces of a few bytes, split anywhere',
    params: z.strictObject({
      bytes: z.number().int().min(1).default(7),
      gapMs: z.number().min(0).default(1),
    }),
    actions(actions, { bytes, gapMs }) {
      const body = bodyOf(actions)
      const drops: Action[] = []
      for (let at = 0; at < body.length; at += bytes)
        drops.push({ type: 'send', bytes: body.subarray(at, at + bytes) }, { type: 'wait', ms: gapMs })
      return [...headOf(actions), ...drops, { type: 'end' }]
    },
  }),
]
