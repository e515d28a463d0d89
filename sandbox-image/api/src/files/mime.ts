import { extname } from 'node:path'

const BY_EXTENSION: Record<string, string> = {
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.ts': 'text/plain',
  '.tsx': 'text/plain',
  '.py': 'text/x-python',
  '.sh': 'text/x-shellscript',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.tar': 'application/x-tar',
  '.7z': 'application/x-7z-compressed',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xls': 'application/vnd.ms-excel',
  '.doc': 'application/msword',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.sqlite': 'application/vnd.sqlite3',
  '.wasm': 'application/wasm',
}

const BY_BEGINNING: [beginning: string, mime: string][] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
  ['424d', 'image/bmp'],
  ['255044462d', 'application/pdf'],
  ['504b0304', 'application/zip'],
  ['1f8b', 'application/gzip'],
  ['7f454c46', 'application/x-executable'],
  ['53514c69746520666f726d6174', 'application/vnd.sqlite3'],
]

/** By the name; without a telling one by the first bytes. */
export function mimeOf(path: string, beginning?: Buffer): string {
  return (
    BY_EXTENSION[extname(path).toLowerCase()] ??
    (beginning && mimeOfBytes(beginning)) ??
    'application/octet-stream'
  )
}

/** What the bytes themselves say: a picture by any name. */
export function mimeOfBytes(beginning: Buffer): string | undefined {
  const hex = beginning.toString('hex', 0, 16)
  if (hex.startsWith('52494646') && beginning.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return BY_BEGINNING.find(([start]) => hex.startsWith(start))?.[1]
}
