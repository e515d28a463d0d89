import { createRequire } from 'node:module'

const { version: own } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Of this server; the sources and the bundle lie at the same depth below package.json. */
export const version = own
