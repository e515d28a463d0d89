import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EventReader } from '../testing/event-reader.ts'
import { type ServerProcess, startProcess } from '../testing/start-process.ts'

const program = join(import.meta.dirname, '../testing/server-process.ts')
let folder: string
let server: ServerProcess
let cookie = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-kill-'))
})
afterEach(async () => {
  await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async () => {
  server = await startProcess(program, { DATA_DIR: folder, LOG_LEVEL: 'error' })
}
async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${server.url}api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: server.url.slice(0, -1) },
    body: JSON.stringify(body),
  })
  const set = answer.headers.get('set-cookie')
  if (set !== null) cookie = set.split(';')[0] ?? ''
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}
const isRest = (event: { event: string; data: Record<string, unknown> }) =>
  event.event === 'status' && ['idle', 'paused', 'waiting'].includes(String(event.data.status))

test.each(['thought', 'plan.update', 'tool.start', 'step.end'])(
  'a server killed at the first %s goes on where it was, and a watcher sees each event once',
  async (at) => {
    await start()
    await post('auth/setup', { token: server.setupToken, username: 'ann', password: 'long enough' })
    const { id } = await post<{ id: string }>('sessions', {})
    const before = new EventReader(`${server.url}api/sessions/${id}/events`, { cookie })
    await post(`sessions/${id}/messages`, {
      text: 'Write a Python program that converts numbers to Roman numerals, with tests. Run them and fix what fails.',
    })
    await before.next((event) => event.event === at)
    await server.kill('SIGKILL')
    await before.ended

    await start()
    const seen = before.events.filter((event) => event.id !== undefined)
    const after = new EventReader(`${server.url}api/sessions/${id}/events`, {
      cookie,
      'last-event-id': seen.at(-1)?.id ?? '',
    })
    await after.next((event) => isRest(event))
    const all = [...seen, ...after.events.filter((event) => event.id !== undefined)]
    expect(all.map((event) => Number(event.id))).toEqual(all.map((_, index) => index + 1))

    // From the start it is the same story, and whatever started has ended once.
    const stored = await fetch(`${server.url}api/sessions/${id}/events?format=json`, { headers: { cookie } })
    const events = (await stored.json()) as { type: string; callId?: string; stepId?: string }[]
    expect(events.slice(0, all.length)).toEqual(all.map((event) => event.data))
    for (const [noun, key] of [
      ['tool', 'callId'],
      ['step', 'stepId'],
    ] as const) {
      const of = (verb: string) => events.filter((e) => e.type === `${noun}.${verb}`).map((e) => e[key])
      expect(of('end').sort()).toEqual(of('start').sort())
    }
    after.close()
  },
)

test('SIGTERM ends the server in time, also while someone watches', async () => {
  await start()
  await post('auth/setup', { token: server.setupToken, username: 'ann', password: 'long enough' })
  const watcher = new EventReader(`${server.url}api/events`, { cookie })
  await watcher.headers
  await server.kill('SIGTERM')
  await watcher.ended
  expect(server.child.exitCode).toBe(0)
})
