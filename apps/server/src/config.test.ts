import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingKeys, settingOf } from './settings/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const read = (env: Record<string, string>, file = '') => {
  writeFileSync(join(folder, '.env'), file)
  return readConfig({ env, folder })
}

test('without anything set the defaults of the contract hold', () => {
  const { values, fixed, warnings } = read({})
  expect(values).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, AUTH: 'password', RUN_MAX_TOKENS: 2_000_000 })
  expect(fixed).toEqual({})
  expect(warnings).toEqual([])
})

test('the environment goes before .env, and an empty value is no value', () => {
  const { values, fixed } = read({ PORT: '4000', HOST: '' }, 'PORT=5000\nHOST=0.0.0.0\nAPI_BASE=\n')
  expect(values).toMatchObject({ PORT: 4000, HOST: '0.0.0.0', API_BASE: undefined })
  expect(fixed).toEqual({ PORT: 'environment', HOST: 'file' })
})

test('words count in any case', () => {
  const { values } = read({ LOG_LEVEL: 'INFO', AUTH: 'Password', APPROVALS: 'NEVER', SANDBOX_STRICT: 'TRUE' })
  expect(values).toMatchObject({
    LOG_LEVEL: 'info',
    AUTH: 'password',
    APPROVALS: 'never',
    SANDBOX_STRICT: true,
  })
})

test('the .env of an ai-manus user starts as it is', () => {
  const { values, warnings } = read(
    {},
    [
      'API_KEY=sk-something',
      'API_BASE=https://api.deepseek.com',
      'MODEL_NAME=deepseek-chat',
      'TEMPERATURE=0.7',
      'MAX_TOKENS=2000',
      'SEARCH_PROVIDER=bing_web',
      'GOOGLE_SEARCH_API_KEY=',
      'SANDBOX_IMAGE=simpleyyt/manus-sandbox',
      'SANDBOX_NAME_PREFIX=sandbox',
      'SANDBOX_TTL_MINUTES=30',
      'SANDBOX_NETWORK=manus-network',
      'MONGODB_URI=mongodb://mongodb:27017',
      'REDIS_HOST=redis',
      'JWT_SECRET_KEY=your-secret-key-here',
      'AUTH_PROVIDER=password',
      'LOG_LEVEL=INFO',
    ].join('\n'),
  )
  expect(values).toMatchObject({ MODEL_NAME: 'deepseek-chat', SEARCH_PROVIDER: ['bing'], LOG_LEVEL: 'info' })
  expect(warnings).toEqual([expect.stringContaining('MAX_TOKENS=2000')])
})

test('an unknown key of .env is warned about, with the nearest known one', () => {
  expect(read({}, 'API_BSE=http://x\nQWERTZUIOP=1\n').warnings).toEqual([
    '.env has API_BSE, which is not known; did you mean API_BASE?',
    '.env has QWERTZUIOP, which is not known',
  ])
})

test('every bad value is named at once, with what is wrong and an example, and never repeated', () => {
  const bad = () => read({ PORT: 'secret-text', API_BASE: 'nowhere', APPROVALS: 'maybe' })
  expect(bad).toThrow(/PORT must be a whole number from 0 to 65535; for example PORT=3000/)
  expect(bad).toThrow(/API_BASE must be an address.*API_BASE=https/)
  expect(bad).toThrow(/APPROVALS must be one of: never, risky, always/)
  expect(bad).not.toThrow(/secret-text/)
})

test('the example of every setting is a value that it takes', () => {
  for (const key of settingKeys) {
    const { example, read } = settingOf(key)
    expect(() => read(example), key).not.toThrow()
  }
})

test('AUTH=none needs a loopback address or a plain yes', () => {
  expect(() => read({ AUTH: 'none', HOST: '0.0.0.0' })).toThrow(/AUTH_NONE_ON_LAN=yes/)
  expect(read({ AUTH: 'none' }).values.AUTH).toBe('none')
  expect(read({ AUTH: 'none', HOST: '0.0.0.0', AUTH_NONE_ON_LAN: 'yes' }).values.AUTH).toBe('none')
})

test('BASE_PATH always begins and ends with a slash', () => {
  for (const given of ['agent', '/agent', '/agent/', 'agent/'])
    expect(read({ BASE_PATH: given }).values.BASE_PATH).toBe('/agent/')
  expect(read({ BASE_PATH: '/' }).values.BASE_PATH).toBe('/')
})
