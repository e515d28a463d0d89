import { createHash } from 'node:crypto'
import type { ChatMessage } from '../chat-model.ts'

const legal = /^[A-Za-z0-9_-]{1,40}$/
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Nine letters and digits that depend on the seed alone: the same history gives the same ids at every replay. */
export function nineCharacters(seed: string): string {
  const digest = createHash('sha256').update(seed).digest()
  return Array.from(digest.subarray(0, 9), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** The ids that these messages use already. */
export function usedIds(messages: readonly ChatMessage[]): Set<string> {
  return new Set(messages.flatMap((m) => (m.role === 'assistant' ? m.calls.map(({ id }) => id) : [])))
}

/** A legal id that is not yet used: the server's own if it is one, else made of content and position. */
export function settleId(given: string, used: Set<string>, seed: string): string {
  let id = legal.test(given) ? given : nineCharacters(seed)
  for (let n = 1; used.has(id); n += 1) id = nineCharacters(`${seed}#${n}`)
  used.add(id)
  return id
}
