import { z } from 'zod'
import { BlobId } from './ids.ts'

/** What a person sees of a tool call, by `kind`; at most 64 KiB as JSON. `shot`, `before`, `blob` are blob ids. */
export const View = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('browser'),
    url: z.string(),
    title: z.string(),
    shot: BlobId.optional(),
    before: BlobId.optional(),
    point: z.object({ x: z.number(), y: z.number() }).optional(),
    changes: z.string().optional(),
    via: z.enum(['number', 'text', 'css', 'vision', 'point']).optional(),
  }),
  z.object({
    kind: z.literal('shell'),
    shell: z.string(),
    command: z.string().optional(),
    output: z.string(),
    exitCode: z.number().optional(),
    state: z.enum(['running', 'done', 'waiting_for_input']),
    bytes: z.number(),
  }),
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    op: z.string(),
    text: z.string().optional(),
    diff: z.string().optional(),
    hits: z
      .array(z.object({ path: z.string(), line: z.number().optional(), text: z.string().optional() }))
      .optional(),
  }),
  z.object({
    kind: z.literal('search'),
    query: z.string(),
    engine: z.string(),
    results: z.array(
      z.object({ title: z.string(), url: z.string(), snippet: z.string(), date: z.string().optional() }),
    ),
  }),
  z.object({ kind: z.literal('image'), blob: BlobId }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])
export type View = z.infer<typeof View>
export type ViewOf<K extends View['kind']> = Extract<View, { kind: K }>
