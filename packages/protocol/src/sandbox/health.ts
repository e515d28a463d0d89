import { z } from 'zod'

/** GET /health. Needs the token, as every route. */
export const Health = z.object({
  /** version of this API; the server talks to a gateway of the same number only */
  api: z.literal(1),
  image: z.string(),
  /** all three parts answer: the browser's debugging port, the display's VNC socket, a shell */
  ready: z.boolean(),
  browser: z.object({
    up: z.boolean(),
    version: z.string().optional(),
    restarts: z.number(),
    sandboxed: z.boolean(),
  }),
  display: z.object({ up: z.boolean(), width: z.number(), height: z.number(), restarts: z.number() }),
  gateway: z.object({ restarts: z.number(), uptimeMs: z.number(), rssBytes: z.number() }),
  disk: z.object({ usedBytes: z.number(), limitBytes: z.number(), full: z.boolean() }),
  os: z.object({ name: z.string(), arch: z.string() }),
})
export type Health = z.infer<typeof Health>

/** What the gateway tells by itself, one JSON line a WebSocket message on /events. */
export const GatewayEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('browser.restarted'), restarts: z.number(), reason: z.string() }),
  z.object({ type: z.literal('display.restarted'), restarts: z.number() }),
  z.object({
    type: z.literal('disk'),
    usedBytes: z.number(),
    limitBytes: z.number(),
    level: z.enum(['ok', 'near', 'full']),
  }),
  z.object({
    type: z.literal('shell'),
    shell: z.string(),
    state: z.enum(['started', 'running', 'idle', 'ended']),
  }),
])
export type GatewayEvent = z.infer<typeof GatewayEvent>

/** GET /ports: programs that listen in the sandbox, ours left out. */
export const ListeningPort = z.object({
  port: z.number(),
  address: z.string(),
  command: z.string().optional(),
  /** ms since 1970 */
  since: z.number(),
})
export type ListeningPort = z.infer<typeof ListeningPort>
