import { z } from 'zod'

/** A key fixed by the environment is shown read-only. Secrets are write-only: `set` says whether there is one. */
export const SettingBody = z.object({
  key: z.string(),
  value: z.string().optional(),
  secret: z.boolean(),
  set: z.boolean(),
  source: z.enum(['environment', 'file', 'saved', 'default']),
  /** read when the server starts: shown, not saved here */
  atStart: z.boolean().optional(),
  group: z.string(),
  help: z.string(),
  /** the words it may be, where they are few */
  options: z.array(z.string()).optional(),
})
export type SettingBody = z.infer<typeof SettingBody>
export const SettingsBody = z.object({
  settings: z.array(SettingBody),
  demo: z.boolean(),
  model: z.object({
    configured: z.boolean(),
    name: z.string().optional(),
    images: z.boolean().optional(),
    contextWindow: z.number().optional(),
  }),
})
export type SettingsBody = z.infer<typeof SettingsBody>
/** null takes a saved value back */
export const PutSettings = z.object({ settings: z.record(z.string(), z.string().nullable()) })
export type PutSettings = z.infer<typeof PutSettings>
/** Values not saved yet may be tried. */
export const ModelTestRequest = z.object({
  role: z.enum(['executor', 'planner', 'vision']).default('executor'),
  apiBase: z.string().optional(),
  apiKey: z.string().optional(),
  model: z.string().optional(),
})
export type ModelTestRequest = z.infer<typeof ModelTestRequest>
export const ModelTestCheck = z.object({
  name: z.enum([
    'reachable',
    'streaming',
    'tools',
    'parallel_tools',
    'tool_round_trip',
    'images',
    'context_window',
    'latency',
  ]),
  verdict: z.enum(['yes', 'no', 'partly', 'unknown']),
  /** plain words, and what to change */
  text: z.string(),
})
export type ModelTestCheck = z.infer<typeof ModelTestCheck>
export const ModelTestBody = z.object({
  ok: z.boolean(),
  baseUrl: z.string(),
  model: z.string(),
  checks: z.array(ModelTestCheck),
})
export type ModelTestBody = z.infer<typeof ModelTestBody>

/** What is known of one model: its preset, and what was probed or learned from refusals. */
export const ModelProfileBody = z.object({
  key: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  /** what it is used for just now; empty for one that was used before */
  roles: z.array(z.enum(['executor', 'planner', 'vision'])),
  preset: z.string(),
  contextWindow: z.number(),
  images: z.boolean(),
  maxImages: z.number(),
  tools: z.enum(['native', 'text']),
  learned: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type ModelProfileBody = z.infer<typeof ModelProfileBody>

/** US dollars for a million tokens. */
export const PriceBody = z.object({
  input: z.number().min(0),
  output: z.number().min(0),
  cached: z.number().min(0).optional(),
})
export type PriceBody = z.infer<typeof PriceBody>
/** `own` comes before `given`, row by row; a name that ends in * is a prefix */
export const PricesBody = z.object({
  own: z.record(z.string(), PriceBody),
  given: z.record(z.string(), PriceBody),
})
export type PricesBody = z.infer<typeof PricesBody>

const words = z.object({ en: z.string(), zh: z.string() })
/** A task that the scripted model can play: its `text` is sent word for word; `then` is one to say midway. */
// biome-ignore lint/suspicious/noThenProperty: the message to try afterwards; nobody awaits a task
export const DemoTaskBody = z.object({ id: z.string(), title: words, text: words, then: words.optional() })
export type DemoTaskBody = z.infer<typeof DemoTaskBody>
/** GET /api/demo */
export const DemoBody = z.object({ demo: z.boolean(), tasks: z.array(DemoTaskBody) })
export type DemoBody = z.infer<typeof DemoBody>
