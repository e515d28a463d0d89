import { extname } from 'node:path'

const MAGIC: [mime: string, start: string][] = [
  ['image/png', '89504e47'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '25504446'],
  ['application/zip', '504b0304'],
]
const BY_NAME: Record<string, string> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** By the first bytes, then by the name, then whether it is text at all. */
export function mimeOf(path: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const magic = MAGIC.find(([, prefix]) => start.startsWith(prefix))
  if (magic) return magic[0]
  const named = BY_NAME[extname(path).toLowerCase()]
  if (named) return named
  return bytes.subarray(0, 8192).includes(0) ? 'application/octet-stream' : 'text/plain'
}
