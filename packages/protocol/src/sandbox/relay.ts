import { z } from 'zod'

// GET /relay is a WebSocket that the server opens: what programs in the sandbox ask for comes out of it, a JSON text a
// message, and the server answers by id. Programs speak the same, without ids, a line each, to the Unix socket
// /run/deskhand/relay.sock; answers come in the order of their questions.

/** sandbox → server */
export const RelayAsk = z.object({ id: z.string(), method: z.string(), params: z.unknown().optional() })
export type RelayAsk = z.infer<typeof RelayAsk>

/** server → sandbox */
export const RelayAnswer = z.union([
  z.object({ id: z.string(), result: z.unknown() }),
  z.object({ id: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type RelayAnswer = z.infer<typeof RelayAnswer>
