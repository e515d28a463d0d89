import { createHash } from 'node:crypto'
import type { CountedRequest } from './count-request.ts'

const blockTokens = 128
const intervalTokens = 1_024

/** A session's prompt cache as a provider counts it: how much of a request's head was seen before. */
export interface CacheMeter {
  /** cached tokens of this request; remembers it. `reply`: tokens of the answer, for caches that keep outputs */
  measure(request: CountedRequest): number
}

type Chain = { at: number; hash: string }

function chainOf(tokens: readonly number[], ends: readonly number[]): Chain[] {
  const chain: Chain[] = []
  let hash = ''
  let from = 0
  for (const at of ends) {
    const bytes = Int32Array.from(tokens.slice(from, at))
    hash = createHash('sha256').update(hash).update(bytes).digest('base64')
    chain.push({ at, hash })
    from = at
  }
  return chain
}

const flat = (request: CountedRequest): number[] => request.parts.flatMap((part) => [...part.tokens])

/** Whole blocks of 128 tokens, as OpenAI and vLLM do. */
export function blockMeter(): CacheMeter {
  const seen = new Set<string>()
  return {
    measure(request) {
      const tokens = flat(request)
      const ends = Array.from(
        { length: Math.floor(tokens.length / blockTokens) },
        (_, nth) => (nth + 1) * blockTokens,
      )
      const chain = chainOf(tokens, ends)
      const miss = chain.findIndex((block) => !seen.has(block.hash))
      const hit = miss < 0 ? chain.at(-1)?.at : chain[miss - 1]?.at
      for (const block of chain) seen.add(block.hash)
      return hit ?? 0
    },
  }
}

/**
 * DeepSeek's: only complete prefix units hit. Units end at the end of a request's input, at the end of its output
 * (known here once the client sends it back as the next message), where two requests part, and every 1,024 tokens.
 */
export function unitMeter(): CacheMeter {
  const units = new Set<string>()
  const passed = new Set<string>()
  return {
    measure(request) {
      const tokens = flat(request)
      let sum = 0
      const messageEnds = request.parts.map((part) => (sum += part.tokens.length))
      const intervals = Array.from(
        { length: Math.floor(sum / intervalTokens) },
        (_, nth) => (nth + 1) * intervalTokens,
      )
      const ends = [...new Set([...messageEnds, ...intervals])].sort((a, b) => a - b)
      const chain = chainOf(tokens, ends)
      const hit = chain.findLast((mark) => units.has(mark.hash))?.at ?? 0
      // A chain hash depends on where the earlier ends were; equal heads have equal ends, so equal hashes.
      const parting = chain.findLast((mark) => passed.has(mark.hash))
      if (parting) units.add(parting.hash)
      const inputEnd = chain.at(-1)
      const outputEnd = chain.findIndex((mark) => !units.has(mark.hash) && mark.at > hit && hit > 0)
      if (outputEnd >= 0 && messageEnds.includes(chain[outputEnd]?.at ?? -1))
        units.add(chain[outputEnd]?.hash ?? '')
      if (inputEnd) units.add(inputEnd.hash)
      for (const mark of chain) {
        passed.add(mark.hash)
        if (mark.at % intervalTokens === 0) units.add(mark.hash)
      }
      return hit
    },
  }
}

export const noMeter = (): CacheMeter => ({ measure: () => 0 })
