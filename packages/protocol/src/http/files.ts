import { z } from 'zod'
import { FileId } from '../ids.ts'

export const UploadedFile = z.object({ fileId: FileId, name: z.string(), size: z.number(), mime: z.string() })
export type UploadedFile = z.infer<typeof UploadedFile>
export const PlacedFile = z.object({ path: z.string(), size: z.number() })
export type PlacedFile = z.infer<typeof PlacedFile>
