import type { CountedRequest } from './cache/count-request.ts'
import type { ChatRequest } from './chat-request.ts'

/**
 * What is left of a request when a server cuts it to its window without a word: the system prompt and the newest
 * messages that fit beside it (Ollama), or the newest alone when not even those fit. Counts are capped at the window.
 */
export function truncated(
  request: ChatRequest,
  counted: CountedRequest,
  window: number,
): { request: ChatRequest; counted: CountedRequest } {
  if (counted.total <= window) return { request, counted }
  const sizes = counted.parts.map((part) => part.tokens.length)
  const ahead = sizes.length - request.messages.length
  const system = request.messages[0]?.role === 'system' ? 1 : 0
  let room = window - sizes.slice(0, ahead + system).reduce((sum, size) => sum + size, 0)
  let from = request.messages.length
  while (from > system && (sizes[ahead + from - 1] ?? 0) <= room) {
    from -= 1
    room -= sizes[ahead + from] ?? 0
  }
  const kept = from === request.messages.length ? request.messages.slice(-1) : request.messages.slice(from)
  const messages = from === request.messages.length ? kept : [...request.messages.slice(0, system), ...kept]
  const all = counted.parts.flatMap((part) => [...part.tokens])
  return {
    request: { ...request, messages },
    counted: { parts: [{ tokens: all.slice(-window) }], total: window },
  }
}
