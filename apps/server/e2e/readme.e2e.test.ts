import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SessionPage } from '@deskhand/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Api } from './api.ts'
import { Product } from './product.ts'

// The README's everyday commands, as they stand there. `npm start` and `npm test` are what this very run comes from;
// the compose commands are run by compose.long.test.ts.
const root = resolve(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts
const folder = mkdtempSync(join(tmpdir(), 'deskhand-readme-'))
const archive = join(folder, 'deskhand.tar.gz')
let product: Product
let api: Api

beforeAll(async () => {
  product = await Product.start({ DEMO: 'on' })
  api = new Api(product)
  await api.setUp()
})
afterAll(async () => {
  await product?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** `npm run NAME -- ARGS` in the checkout, for this product's data folder */
function npm(dataDir: string, ...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    execFile(
      'npm',
      args,
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir, DEMO: 'on', PORT: '0' } },
      (error, out, err) => done({ code: error ? Number(error.code ?? 1) : 0, text: out + err }),
    )
  })
}

test('every npm command that the README names exists', () => {
  const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(start|test))/g)].map(
    ([, run, own]) => run ?? own ?? '',
  )
  expect(named.length).toBeGreaterThan(8)
  for (const name of new Set(named)) expect(Object.keys(scripts)).toContain(name)
})

test('doctor says what is there in plain words', async () => {
  const { text } = await npm(product.dataDir, 'run', 'doctor')
  for (const word of [/docker/i, /image/i, /port/i, /model/i, /GiB free/, /clock/i])
    expect(text).toMatch(word)
})

test('a forgotten password is replaced by a one-time link', async () => {
  const { code, text } = await npm(product.dataDir, 'run', 'user', '--', 'reset', 'ada')
  expect(code, text).toBe(0)
  expect(text).toMatch(/setup\?token=/)
})

test('what is backed up while running comes back into an empty folder', async () => {
  const session = await api.newSession()
  await api.fetch(`/api/sessions/${session}`, {
    method: 'PATCH',
    body: JSON.stringify({ title: 'Kept for later' }),
  })
  const backup = await npm(product.dataDir, 'run', 'backup', '--', archive)
  expect(backup.code, backup.text).toBe(0)
  expect(statSync(archive).size).toBeGreaterThan(1000)

  const restored = await Product.start({ DEMO: 'on' }, async (dataDir) => {
    const { code, text } = await npm(dataDir, 'run', 'restore', '--', archive)
    expect(code, text).toBe(0)
  })
  try {
    const there = new Api(restored)
    await there.signIn('ada', 'correct horse battery')
    const { items } = await there.json<SessionPage>('/api/sessions')
    expect(items.map(({ title }) => title)).toEqual(['Kept for later'])
  } finally {
    await restored.end()
  }
})

test('clean removes what this install made at the engine', async () => {
  const { code, text } = await npm(product.dataDir, 'run', 'clean')
  expect(code, text).toBe(0)
  expect(text).toMatch(/Removed/)
})
