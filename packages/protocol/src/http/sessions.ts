import { z } from 'zod'
import { ask } from '../events/ask.ts'
import { plan } from '../events/plan.ts'
import { Usage } from '../events/run.ts'
import { Outcome, PauseReason, Status } from '../events/status.ts'
import { SessionId } from '../ids.ts'

export const SessionSummary = z.object({
  id: SessionId,
  title: z.string(),
  status: Status,
  outcome: Outcome.optional(),
  lastMessage: z.string().optional(),
  unread: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  updatedAt: z.number(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const SandboxBody = z.object({
  state: z.enum(['none', 'queued', 'creating', 'booting', 'ready', 'paused', 'stopped']),
  expiresAt: z.number().optional(),
  chromeSandbox: z.boolean().optional(),
  network: z.string().optional(),
})
export type SandboxBody = z.infer<typeof SandboxBody>

/** Before there is one, `plan` and `sandbox` are null. */
export const SessionDetail = SessionSummary.extend({
  createdAt: z.number(),
  projectId: z.string().optional(),
  reason: PauseReason.optional(),
  lastSeq: z.number(),
  plan: plan.stored['plan.update'].nullable(),
  sandbox: SandboxBody.nullable(),
  ask: ask.stored['ask.start'].optional(),
  usage: Usage.optional(),
})
export type SessionDetail = z.infer<typeof SessionDetail>

export const CreateSession = z.object({
  title: z.string().max(200).optional(),
  projectId: z.string().optional(),
  model: z.string().optional(),
  timeZone: z.string().max(64).optional(),
  language: z.string().max(35).optional(),
})
export type CreateSession = z.infer<typeof CreateSession>
export const PatchSession = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  read: z.boolean().optional(),
})
export type PatchSession = z.infer<typeof PatchSession>
export const SessionPage = z.object({ items: z.array(SessionSummary), next: z.string().optional() })
export type SessionPage = z.infer<typeof SessionPage>

export const SandboxCommand = z.object({
  action: z.enum(['wake', 'pause', 'stop', 'restart', 'extend']),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .optional(),
})
export type SandboxCommand = z.infer<typeof SandboxCommand>
export const ControlCommand = z.object({
  action: z.enum(['take', 'heartbeat', 'return']),
  lease: z.string().optional(),
  note: z.string().max(4000).optional(),
})
export type ControlCommand = z.infer<typeof ControlCommand>
export const ControlAnswer = z.object({ lease: z.string().optional() })
export const TypeCommand = z.object({ lease: z.string(), text: z.string().max(100_000) })
export type TypeCommand = z.infer<typeof TypeCommand>
