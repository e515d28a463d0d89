import { z } from 'zod'
import { UserId } from '../ids.ts'

export const UserBody = z.object({ id: UserId, username: z.string(), role: z.enum(['admin', 'member']) })
export type UserBody = z.infer<typeof UserBody>
const username = z.string().trim().min(1).max(64)
const password = z.string().min(8, 'at least 8 characters').max(1024)
export const SetupRequest = z.object({ token: z.string(), username, password })
export type SetupRequest = z.infer<typeof SetupRequest>
export const LoginRequest = z.object({ username, password: z.string().max(1024) })
export type LoginRequest = z.infer<typeof LoginRequest>
/** GET /api/auth/me: also tells a stranger whether the first account is still to be made. */
export const MeBody = z.object({
  user: UserBody.nullable(),
  setupNeeded: z.boolean(),
  auth: z.enum(['password', 'proxy', 'none']),
})
export type MeBody = z.infer<typeof MeBody>
export const AuthSessionBody = z.object({
  id: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  userAgent: z.string().optional(),
  current: z.boolean(),
})
export type AuthSessionBody = z.infer<typeof AuthSessionBody>
/** `token` only in the answer that made it */
export const TokenBody = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().optional(),
  token: z.string().optional(),
})
export type TokenBody = z.infer<typeof TokenBody>
