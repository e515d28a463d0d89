import { z } from 'zod'
import { AskId } from '../ids.ts'

export const AskKind = z.enum(['question', 'takeover', 'approval', 'stuck'])
export type AskKind = z.infer<typeof AskKind>
export const Approve = z.enum(['once', 'run', 'no'])
export type Approve = z.infer<typeof Approve>
export const Risk = z.enum(['secret', 'activate', 'upload', 'mcp'])
export type Risk = z.infer<typeof Risk>

export const ask = {
  stored: {
    'ask.start': z.object({
      askId: AskId,
      kind: AskKind,
      text: z.string(),
      options: z.array(z.string()).optional(),
      call: z
        .object({
          name: z.string(),
          args: z.record(z.string(), z.unknown()),
          risk: Risk,
          url: z.string().optional(),
          element: z.string().optional(),
        })
        .optional(),
    }),
    'ask.end': z.object({
      askId: AskId,
      by: z.enum(['user', 'message', 'stop']),
      answer: z.string().optional(),
      approve: Approve.optional(),
    }),
    'takeover.start': z.object({ user: z.string() }),
    'takeover.end': z.object({ user: z.string(), note: z.string().optional(), seconds: z.number() }),
  },
  live: {},
}
