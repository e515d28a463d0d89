import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { appDouble } from '../testing/app-double.ts'
import { config } from './config.ts'
import { failures } from './failures.ts'
import { page } from './page.ts'

let folder: string
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<head><base href="/"></head>page')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'brotli')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
async function serve(env: Record<string, string> = {}) {
  app = fastify()
  await app.register(failures)
  await app.register(config, { config: readConfig({ env, folder }), parts: {} })
  await app.register(page, { folder })
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('every address that is no file and no API is the page', async () => {
  const get = await serve()
  for (const url of ['/', '/s/123', '/settings/models', '/setup?token=x'])
    expect((await get(url)).body).toBe('<head><base href="/"></head>page')
  expect((await get('/s/123')).statusCode).toBe(200)
  // A page that is built anew while the server runs is there at once.
  writeFileSync(join(folder, 'assets', 'new-3c4d.js'), 'new')
  expect((await get('/assets/new-3c4d.js')).body).toBe('new')
  expect((await get('/assets/..%2f..%2fetc%2fpasswd')).body).not.toContain('root:')
  expect((await get('/api/nothing')).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('below a sub-path the page knows where it is, and nothing is served beside it', async () => {
  const get = await serve({ BASE_PATH: '/agent' })
  expect((await get('/agent/s/1')).body).toContain('<base href="/agent/">')
  expect((await get('/agent')).headers.location).toBe('/agent/')
  expect((await get('/agent/assets/app-1a2b.js')).body).toBe('plain')
  expect((await get('/s/1')).statusCode).toBe(404)
})

test('assets are kept for ever, the page is asked for each time, and the smaller form is sent', async () => {
  const get = await serve()
  const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  expect(asset.body).toBe('brotli')
  expect(asset.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/')).headers['cache-control']).toBe('no-cache')
})

test('the page may load and run nothing from elsewhere, and be put into no frame', async () => {
  const policy = String((await (await serve())('/')).headers['content-security-policy'])
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('under a sub-path the API, its cookie and its description are there too', async () => {
  const server = await appDouble({ env: { BASE_PATH: '/agent' } })
  app = server.app
  try {
    const token = app.accounts.setupLink()
    const made = await server.request({
      method: 'POST',
      url: '/agent/api/auth/setup',
      payload: { token, username: 'ann', password: 'long enough' },
    })
    expect(made.headers['set-cookie']).toContain('Path=/agent/;')
    expect((await server.request({ method: 'GET', url: '/agent/api/health' })).statusCode).toBe(200)
    const described = (await server.request({ method: 'GET', url: '/agent/api/openapi.json' })).json<{
      openapi: string
      paths: object
    }>()
    expect(described.openapi).toMatch(/^3\./)
    expect(Object.keys(described.paths)).toContain('/agent/api/sessions/{id}/messages')
    const docs = await server.request({ method: 'GET', url: '/agent/api/docs' })
    expect(docs.body).toContain('/agent/api/sessions/{id}/messages')
    expect(docs.body).not.toMatch(/(src|href)="https?:/)
  } finally {
    await server.close()
  }
})

test('a stranger gets the page and what it is made of, to sign in with, and nothing else', async () => {
  const server = await appDouble({ parts: { pageFolder: folder } })
  app = server.app
  try {
    const stranger = async (url: string) => (await app.inject({ url })).statusCode
    expect(await stranger('/')).toBe(200)
    expect(await stranger('/s/1')).toBe(200)
    expect(await stranger('/assets/app-1a2b.js')).toBe(200)
    expect(await stranger('/api/sessions')).toBe(401)
  } finally {
    await server.close()
  }
})
