import { isObject, numberAt, objectAt } from '../wire/json-value.ts'

export interface WireUsage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  reasoningTokens?: number
  /** what the server says the request cost */
  costUsd?: number
}

/** Usage under every provider's names; undefined when it holds no number. */
export function readUsage(usage: unknown): WireUsage | undefined {
  if (!isObject(usage)) return undefined
  const prompt = numberAt(usage, 'prompt_tokens') ?? numberAt(usage, 'input_tokens')
  const output = numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens')
  if (prompt === undefined && output === undefined) return undefined
  const hit = numberAt(usage, 'prompt_cache_hit_tokens')
  const cachedTokens =
    numberAt(objectAt(usage, 'prompt_tokens_details'), 'cached_tokens') ??
    numberAt(objectAt(usage, 'input_tokens_details'), 'cached_tokens') ??
    hit ??
    numberAt(usage, 'cached_tokens') ??
    numberAt(usage, 'cache_read_input_tokens') ??
    0
  // Anthropic counts what came from the cache, and what went into it, beside the input.
  const beside =
    numberAt(usage, 'prompt_tokens') === undefined
      ? (numberAt(usage, 'cache_read_input_tokens') ?? 0) +
        (numberAt(usage, 'cache_creation_input_tokens') ?? 0)
      : 0
  const inputTokens = prompt ?? (hit ?? 0) + (numberAt(usage, 'prompt_cache_miss_tokens') ?? 0)
  const reasoningTokens = numberAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens')
  const costUsd = numberAt(usage, 'cost')
  return {
    inputTokens: inputTokens + beside,
    outputTokens: output ?? 0,
    cachedTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(costUsd !== undefined && { costUsd }),
  }
}
