import { createHash } from 'node:crypto'
import { setImmediate as yieldToLoop } from 'node:timers/promises'

type Encode = (text: string) => number[]
let encoder: Promise<Encode> | undefined

// The table is 65 MB: loaded at the first count. Special tokens in a page's text are plain text here.
const loadEncoder = (): Promise<Encode> =>
  (encoder ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ encode }) =>
      (text: string) =>
        encode(text, { disallowedSpecial: new Set() }),
  ))

const chunkChars = 1_000
const known = new Map<string, readonly number[]>()

/**
 * Tokens of a text as o200k counts them, in chunks of 1,000 characters: BPE is quadratic on one long word, so
 * counts near chunk borders differ by a token. Lets the event loop run between chunks.
 */
export async function tokensOf(text: string): Promise<readonly number[]> {
  const key = createHash('sha256').update(text).digest('base64')
  const cached = known.get(key)
  if (cached) return cached
  const encode = await loadEncoder()
  const tokens: number[] = []
  let sinceYield = performance.now()
  for (let at = 0; at < text.length; at += chunkChars) {
    for (const token of encode(text.slice(at, at + chunkChars))) tokens.push(token)
    if (performance.now() - sinceYield < 10) continue
    await yieldToLoop()
    sinceYield = performance.now()
  }
  if (known.size > 5_000) known.clear()
  known.set(key, tokens)
  return tokens
}
