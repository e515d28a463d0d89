import { files } from './files.ts'
import { identity } from './identity.ts'
import { input } from './input.ts'
import { listing } from './listing.ts'
import { waiting } from './waiting.ts'

export { type Bench, type Conformance, filesIn, type PageServer, servePages } from './bench.ts'
/** One more page: its HTML in packages/sites/pages/conformance, and one entry in one of these lists. */
export const conformance = [...listing, ...identity, ...input, ...waiting, ...files]
