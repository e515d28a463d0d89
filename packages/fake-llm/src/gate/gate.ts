import type { ChatRequest } from '../chat-request.ts'
import type { Persona, Refusal } from '../personas/persona.ts'
import { checkBody } from './check-body.ts'
import { checkMessages } from './check-messages.ts'
import { checkTools } from './check-tools.ts'
import type { Violation } from './violation.ts'

export interface GateResult {
  violations: Violation[]
  /** what the client is answered; undefined = the request may pass */
  refusal?: Refusal
}

/** Holds a request against V1–V13, its tools' schemas and the persona's own limits. `inputTokens`: counted beforehand. */
export function gate(
  request: ChatRequest,
  persona: Persona,
  window: number,
  inputTokens: number,
): GateResult {
  const violations = [
    ...checkBody(request),
    ...checkMessages(request, persona.alternates),
    ...checkTools(request),
    ...checkSize(request, persona, window, inputTokens),
  ]
  const first = violations[0]
  const own = persona.check?.(request)
  if (own) return { violations, refusal: own }
  return { violations, refusal: first && inWordsOf(persona, first, request) }
}

function checkSize(request: ChatRequest, persona: Persona, window: number, inputTokens: number): Violation[] {
  if (persona.truncates) return []
  const reserve = request.max_completion_tokens ?? request.max_tokens ?? 0
  if (inputTokens + reserve <= window) return []
  const message =
    reserve > 0 && inputTokens <= window
      ? `This model's maximum context length is ${window} tokens. However, you requested ${inputTokens + reserve} tokens (${inputTokens} in the messages, ${reserve} in the completion). Please reduce the length of the messages or completion.`
      : `This model's maximum context length is ${window} tokens. However, your messages resulted in ${inputTokens} tokens. Please reduce the length of the messages.`
  return [{ code: 'V13', message, what: String(inputTokens), param: 'messages' }]
}

function inWordsOf(persona: Persona, violation: Violation, request: ChatRequest): Refusal {
  const code = violation.code === 'V13' ? 'context_length_exceeded' : null
  const plain: Refusal = { status: 400, message: violation.message, param: violation.param ?? null, code }
  return { ...plain, ...persona.words?.[violation.code]?.(violation, request) }
}
