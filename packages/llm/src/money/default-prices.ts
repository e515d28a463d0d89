import table from './default-prices.json' with { type: 'json' }
import { type PriceTable, parsePrices } from './prices.ts'

/** List prices of well-known models as of early 2026; a person's own table comes before it. */
export const defaultPrices: PriceTable = parsePrices(table)
