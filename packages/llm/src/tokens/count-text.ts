import { createHash } from 'node:crypto'
import { wellFormed } from '../shape/clean-text.ts'
import { countHeuristically } from './heuristic.ts'

type CountChunk = (text: string) => number

// A tokenizer's merges are quadratic in the length of a run without breaks: 200,000 equal letters in one go take
// 38 s, in pieces of a thousand a few milliseconds.
const chunkChars = 1_000
// More than this is not counted whole but by samples, spread evenly.
const wholeChars = 60_000
const sampleChunks = 40

let tokenizer: CountChunk | undefined
let loading: Promise<void> | undefined

/** Loads the tokenizer (200 ms, 65 MB) once; until then texts are counted by rule of thumb. */
export function loadTokenizer(): Promise<void> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // A page may contain <|endoftext|>; it is text like any other.
    const options = { disallowedSpecial: new Set<string>() }
    tokenizer = (text) => countTokens(text, options)
  })
  return loading
}

const cache = new Map<string, number>()
const cacheSize = 5_000

/** o200k tokens of a text of any size and content, within a few milliseconds. */
export function countText(text: string): number {
  if (!tokenizer) return countHeuristically(text)
  if (text.length < 200) return countChunks(text, tokenizer)
  const key = text.length > 1_000_000 ? undefined : createHash('sha1').update(text).digest('base64')
  const known = key === undefined ? undefined : cache.get(key)
  if (known !== undefined) return known
  const count = text.length > wholeChars ? sample(text, tokenizer) : countChunks(text, tokenizer)
  if (key !== undefined) remember(key, count)
  return count
}

function countChunks(text: string, count: CountChunk): number {
  let sum = 0
  let before = ''
  let beforeCount = 0
  for (let at = 0; at < text.length; ) {
    const end = chunkEnd(text, at)
    const chunk = text.slice(at, end)
    if (chunk !== before) {
      before = chunk
      beforeCount = countSafely(chunk, count)
    }
    sum += beforeCount
    at = end
  }
  return sum
}

function sample(text: string, count: CountChunk): number {
  const step = (text.length - chunkChars) / (sampleChunks - 1)
  // Equal pieces are the dear ones: a text of one letter is counted once.
  const counted = new Map<string, number>()
  let tokens = 0
  let chars = 0
  for (let n = 0; n < sampleChunks; n += 1) {
    const chunk = wellFormed(text.slice(Math.floor(n * step), Math.floor(n * step) + chunkChars))
    const known = counted.get(chunk) ?? countSafely(chunk, count)
    counted.set(chunk, known)
    tokens += known
    chars += chunk.length
  }
  return Math.ceil((tokens * text.length) / chars)
}

// Cut at a blank near the end, so that a word is not counted as two; never within a surrogate pair.
function chunkEnd(text: string, start: number): number {
  const end = start + chunkChars
  if (end >= text.length) return text.length
  const blank = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end))
  if (blank > end - 100) return blank
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

function countSafely(chunk: string, count: CountChunk): number {
  try {
    return count(chunk)
  } catch {
    // A text the tokenizer cannot read is still a text; the rule of thumb is near enough.
    return countHeuristically(chunk)
  }
}

function remember(key: string, count: number) {
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value!)
  cache.set(key, count)
}
