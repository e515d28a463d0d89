import { createHash } from 'node:crypto'
import type { ReplyRequest } from '../chat-model.ts'
import { redactDeep } from '../errors/redact.ts'
import { canonicalJson } from '../wire/json-value.ts'

/**
 * The same for requests that ask the same: purpose, messages and tools, whatever server they go to. Secrets are
 * taken out first, so that the key tells nothing about them and a replay without them finds its line.
 */
export function requestKey(
  { purpose, messages, tools }: ReplyRequest,
  secrets: readonly string[] = [],
): string {
  const clean = redactDeep({ purpose, messages, tools }, secrets)
  return createHash('sha256').update(canonicalJson(clean)).digest('hex')
}
