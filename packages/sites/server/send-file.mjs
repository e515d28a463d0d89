import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const pages = fileURLToPath(new URL('../pages/', import.meta.url))

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
}

/** A file of the site, or of /conformance/, which both sites have. A folder is its index.html. */
export async function sendFile({ site, url, request, response, origins }) {
  const path = normalize(decodeURIComponent(url.pathname))
  const inside = path.startsWith('/conformance/') || path === '/style.css' ? path : `/${site}${path}`
  const file = await existing(join(pages, inside))
  if (!file?.startsWith(pages)) {
    response.writeHead(404, { 'content-type': types['.html'] })
    return response.end('<!doctype html><title>Not found</title><h1>There is no such page</h1>')
  }
  if (!url.pathname.endsWith('/') && file.endsWith('/index.html') && !path.endsWith('.html')) {
    response.writeHead(301, { location: `${url.pathname}/${url.search}` })
    return response.end()
  }
  const type = types[extname(file)] ?? 'application/octet-stream'
  const bytes = await readFile(file)
  const body = type.startsWith('text/html') ? withOrigins(bytes.toString('utf8'), origins) : bytes
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Pages name the other site by a word, since ports are known only at the start. */
export const withOrigins = (html, origins) =>
  html.replaceAll('__SHOP__', origins.shop).replaceAll('__PAY__', origins.pay)

async function existing(path) {
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  return found.isDirectory() ? existing(join(path, 'index.html')) : path
}
