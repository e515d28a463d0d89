import { z } from 'zod'

/** The body of every refusal. `code` is fixed; `message` says what; `hint` what to do. */
export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
