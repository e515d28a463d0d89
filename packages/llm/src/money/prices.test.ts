import { describe, expect, test } from 'vitest'
import { defaultPrices } from './default-prices.ts'
import { costUsd, findPrice, parsePrices } from './prices.ts'

const table = {
  'gpt-5*': { input: 1, output: 10, cached: 0.1 },
  'gpt-5-mini*': { input: 0.2, output: 2 },
  local: { input: 0, output: 0 },
}

describe('the price table', () => {
  test.each([
    ['gpt-5', 1],
    ['openai/GPT-5-2026-01-01', 1],
    ['gpt-5-mini', 0.2],
    ['local', 0],
    ['local-2', undefined],
  ])('%s costs %s for a million', (model, input) => {
    expect(findPrice(model, table)?.input).toBe(input)
  })

  test('what came from the cache has its own price, or the usual one', () => {
    const usage = { inputTokens: 1_000_000, cachedTokens: 500_000, outputTokens: 100_000 }
    expect(costUsd('gpt-5', usage, table)).toBeCloseTo(0.5 + 0.05 + 1)
    expect(costUsd('gpt-5-mini', usage, table)).toBeCloseTo(0.2 + 0.2)
    expect(costUsd('unknown', usage, table)).toBeUndefined()
  })

  test.each([
    [[]],
    [null],
    [{ m: { input: 1 } }],
    [{ m: { input: -1, output: 1 } }],
    [{ m: null }],
    [{ m: { input: 1, output: 1, cached: 'x' } }],
  ])('%j is refused', (value) => {
    expect(() => parsePrices(value)).toThrow(TypeError)
  })

  test('the one we bring is a valid one', () => {
    expect(Object.keys(defaultPrices).length).toBeGreaterThan(10)
  })
})
