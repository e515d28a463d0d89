import type { ModelError, ModelErrorClass } from '@deskhand/llm'
import type { PauseReason } from '@deskhand/protocol'
import type { Core } from './core.ts'

const PROBE_EVERY_MS = 60_000

const reasons: Record<ModelErrorClass, PauseReason> = {
  rate_limit: 'rate_limit',
  quota: 'model_quota',
  auth: 'model_auth',
  not_found: 'model_config',
  server: 'model_unavailable',
  network: 'model_unavailable',
  slow: 'model_unavailable',
  stall: 'model_unavailable',
  cut: 'model_unavailable',
  overflow: 'model_config',
  unsupported: 'model_config',
  invalid_request: 'model_config',
  content_filter: 'model_config',
  empty: 'model_unavailable',
  small_window: 'model_config',
}
const passes = new Set<PauseReason>(['rate_limit', 'model_unavailable'])

/** The run rests until the model can be used: by itself again in a minute, or when the person has seen to it. */
export function pauseForModel(core: Core<unknown>, error: ModelError): void {
  const reason = reasons[error.class]
  const text = [error.message, error.hint].filter(Boolean).join(' ')
  const retryAt = core.deps.clock.now() + PROBE_EVERY_MS
  core.journal.append('status', { status: 'paused', reason, text, ...(passes.has(reason) && { retryAt }) })
}

export function pauseFor(core: Core<unknown>, reason: PauseReason, text: string): void {
  core.journal.append('status', { status: 'paused', reason, text })
}
