/** US dollars for a million tokens. */
export interface Price {
  input: number
  output: number
  /** input that came from the cache; without it, as input */
  cached?: number
}

/** Price by model name; a name that ends in * is a prefix. The longest that fits counts. */
export type PriceTable = Record<string, Price>

/** The cost of one reply; undefined when the table does not know the model. */
export function costUsd(
  model: string,
  usage: { inputTokens: number; outputTokens: number; cachedTokens: number },
  table: PriceTable,
): number | undefined {
  const price = findPrice(model, table)
  if (!price) return undefined
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  const dollars =
    (usage.inputTokens - cached) * price.input +
    cached * (price.cached ?? price.input) +
    usage.outputTokens * price.output
  return dollars / 1e6
}

/** The row for a model, also when a gateway put its vendor before the name. */
export function findPrice(model: string, table: PriceTable): Price | undefined {
  const full = model.toLowerCase()
  const bare = full.slice(full.lastIndexOf('/') + 1)
  const fits = (row: string) =>
    [full, bare].some((name) => (row.endsWith('*') ? name.startsWith(row.slice(0, -1)) : name === row))
  const rows = Object.keys(table).filter((row) => fits(row.toLowerCase()))
  const longest = rows.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : table[longest]
}

/** Reads a table that a person edited. Throws TypeError naming the row and what is wrong with it. */
export function parsePrices(value: unknown): PriceTable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('The price table must be an object: {"model-name*": {"input": 1.2, "output": 4}}')
  }
  for (const [row, price] of Object.entries(value as Record<string, Partial<Price> | null>)) {
    for (const key of ['input', 'output', 'cached'] as const) {
      const amount = price?.[key]
      if (key === 'cached' && amount === undefined) continue
      if (typeof amount !== 'number' || !(amount >= 0)) {
        throw new TypeError(`The price of "${row}" needs "${key}" in dollars for a million tokens, 0 or more`)
      }
    }
  }
  return value as PriceTable
}
