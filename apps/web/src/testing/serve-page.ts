import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

export const distFolder = join(import.meta.dirname, '..', '..', 'dist')

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

// The policy of the real server: what it forbids must not happen unnoticed in a test.
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; font-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"

/** The built page under a base path, as the real server serves it: what is no file is the page. */
export async function servePage(path: string, basePath: string, response: ServerResponse): Promise<void> {
  const file = join(distFolder, path)
  if (path && file.startsWith(distFolder) && extname(path) && existsSync(file)) {
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    response.end(await readFile(file))
    return
  }
  const html = await readFile(join(distFolder, 'index.html'), 'utf8')
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
  response.end(html.replace('<base href="/">', `<base href="${basePath}">`))
}
