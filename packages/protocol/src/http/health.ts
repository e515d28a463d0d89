import { z } from 'zod'

export const HealthBody = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  docker: z.object({ ok: z.boolean(), version: z.string().optional(), error: z.string().optional() }),
  sandboxImage: z.object({ present: z.boolean(), building: z.boolean().optional() }),
  model: z.object({ configured: z.boolean() }),
})
export type HealthBody = z.infer<typeof HealthBody>
