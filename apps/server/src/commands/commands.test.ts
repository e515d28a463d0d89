import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { appDouble } from '../testing/app-double.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { user } from './user.ts'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-commands-'))
  said = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})
const configOf = (name: string) => readConfig({ env: { DATA_DIR: join(folder, name) }, folder })

test('a reset link made beside the running server signs in once, with a new password', async () => {
  const server = await appDouble({ dataDir: join(folder, 'data') })
  try {
    await server.as('ann')
    expect(await user(configOf('data'), ['reset', 'ANN'])).toBe(0)
    const link = new URL(/http\S+/.exec(said.join(''))?.[0] ?? '')
    const token = link.searchParams.get('token')
    expect(link.searchParams.get('name')).toBe('ann')
    const redeem = () =>
      server.request({
        method: 'POST',
        url: '/api/auth/setup',
        payload: { token, username: 'ann', password: 'a new password' },
      })
    expect((await redeem()).statusCode).toBe(200)
    expect((await redeem()).statusCode).not.toBe(200)
  } finally {
    await server.close()
  }
})

test('a name that does not exist is answered with those that do', async () => {
  const server = await appDouble({ dataDir: join(folder, 'data') })
  try {
    await server.as('ann')
    expect(await user(configOf('data'), ['reset', 'eve'])).toBe(1)
    expect(said.join('')).toContain('There are: ann')
  } finally {
    await server.close()
  }
})

test('what a running server keeps comes back from its backup', async () => {
  const server = await appDouble({ dataDir: join(folder, 'data') })
  const ann = await server.as('ann')
  const id = await ann.newSession()
  await ann.send('POST', `/api/sessions/${id}/messages`, { text: 'remember this' })
  const blob = await server.app.blobs.keep(id, Buffer.from('a picture'), 'image/png')
  const file = join(folder, 'all.tar.gz')
  expect(await backup(configOf('data'), [file])).toBe(0)
  await server.close()

  expect(await restore(configOf('again'), [file])).toBe(0)
  const restored = await appDouble({ dataDir: join(folder, 'again') })
  try {
    const again = await restored.as('ann')
    expect((await again.get('/api/sessions')).json()).toMatchObject({
      items: [{ id, lastMessage: 'remember this' }],
    })
    expect((await again.get(`/api/sessions/${id}/blobs/${blob}`)).body).toBe('a picture')
    expect(await restore(configOf('again'), [file])).toBe(1)
    expect(said.join('')).toContain('holds a database already')
  } finally {
    await restored.close()
  }
})

test('a backup of nothing and a restore from nothing say so', async () => {
  expect(await backup(configOf('nothing'), [join(folder, 'x')])).toBe(1)
  expect(await restore(configOf('nothing'), [join(folder, 'missing')])).toBe(2)
  writeFileSync(join(folder, 'broken'), 'no archive')
  expect(await restore(configOf('nothing'), [join(folder, 'broken')])).toBe(1)
  expect(said.join('')).toContain('is no archive of npm run backup')
})
