import type { ChatMessage, ToolSpec } from '@deskhand/llm'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'

const BLOCK = 128

/** Tokens of requests, and how many of them a server with a prefix cache of 128-token blocks has seen before. */
export class TokenMeter {
  readonly #pieces = new Map<string, number[]>()
  readonly #seen = new Set<string>()
  input = 0
  hits = 0
  peak = 0
  requests = 0

  add(messages: readonly ChatMessage[], tools: readonly ToolSpec[]): void {
    const tokens = [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))].flatMap(
      (text) => this.#tokens(text),
    )
    this.requests++
    this.input += tokens.length
    this.peak = Math.max(this.peak, tokens.length)
    let hash = 0
    let hitting = true
    for (let from = 0; from + BLOCK <= tokens.length; from += BLOCK) {
      for (let at = from; at < from + BLOCK; at++) hash = (Math.imul(hash, 31) + tokens[at]!) | 0
      const key = `${from} ${hash}`
      if (hitting && this.#seen.has(key)) this.hits += BLOCK
      else hitting = false
      this.#seen.add(key)
    }
  }

  get hitPercent(): number {
    return Math.round((10_000 * this.hits) / Math.max(1, this.input)) / 100
  }

  #tokens(text: string): number[] {
    const known = this.#pieces.get(text)
    if (known) return known
    const tokens = encode(text, { disallowedSpecial: new Set() })
    this.#pieces.set(text, tokens)
    return tokens
  }
}
