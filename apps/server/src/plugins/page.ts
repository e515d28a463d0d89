import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { refusal } from '../errors.ts'

// The same three folders up from the sources and from the bundle.
const dist = (folder: string) => join(folder, '..', '..', '..', 'web', 'dist')

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "font-src 'self'",
  "frame-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

export interface PageOptions {
  /** folder of the built page; found by itself when missing */
  folder?: string
}

/** The built page below BASE_PATH; every address that is no file is the page, which finds its way itself. */
export const page = fp<PageOptions>(
  async (app, options) => {
    const base = app.config.values.BASE_PATH
    const folder =
      options.folder ??
      [dist(import.meta.dirname), join(import.meta.dirname, '..', '..', 'web', 'dist')].find(existsSync)
    const index = folder === undefined ? undefined : join(folder, 'index.html')
    if (folder !== undefined)
      await app.register(async (files) => {
        // The page is what a stranger signs in with.
        files.addHook('onRoute', (route) => {
          route.config = { ...route.config, open: true }
        })
        await files.register(fastifyStatic, {
          root: folder,
          prefix: base,
          preCompressed: true,
          index: false,
          cacheControl: false,
          setHeaders(reply, path) {
            reply.header('x-content-type-options', 'nosniff')
            reply.header(
              'cache-control',
              /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
            )
          },
        })
      })

    app.setNotFoundHandler(async (request, reply) => {
      const [path = '/'] = request.url.split('?')
      if (request.method !== 'GET' || path.startsWith(`${base}api/`)) throw refusal('NOT_FOUND')
      if (base !== '/' && `${path}/` === base) return reply.redirect(base)
      if (!path.startsWith(base)) throw refusal('NOT_FOUND')
      return sendIndex(reply)
    })
    app.get(base, { config: { open: true }, schema: { hide: true } }, async (_request, reply) =>
      sendIndex(reply),
    )

    function sendIndex(reply: FastifyReply) {
      if (index === undefined || !existsSync(index))
        return reply
          .type('text/plain; charset=utf-8')
          .send('The page is not built yet: npm start builds it.\n')
      const html = readFileSync(index, 'utf8').replace('<base href="/">', `<base href="${base}">`)
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        })
        .send(html)
    }
  },
  { name: 'page', dependencies: ['config'] },
)
