import { z } from 'zod'
import { BlobId } from '../ids.ts'

export const Artifact = z.object({
  path: z.string(),
  name: z.string(),
  size: z.number(),
  mime: z.string(),
  sha256: z.string(),
  blob: BlobId,
})
export type Artifact = z.infer<typeof Artifact>

export const artifact = {
  stored: {
    artifact: Artifact,
    proposal: z.object({
      id: z.string(),
      kind: z.enum(['note', 'skill']),
      name: z.string(),
      text: z.string(),
    }),
    /** what the person decided; `text` where they changed it first */
    'proposal.update': z.object({
      id: z.string(),
      state: z.enum(['kept', 'declined']),
      text: z.string().optional(),
    }),
  },
  live: {},
}
