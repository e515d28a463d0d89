import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeLlm } from '@deskhand/fake-llm'
import { dockerStage, sweepStage } from '@deskhand/sandbox/testing'
import { describe, expect, test } from 'vitest'
import { EventReader } from '../testing/event-reader.ts'
import { type ServerProcess, startProcess } from '../testing/start-process.ts'

const program = join(import.meta.dirname, '../testing/dying-process.ts')
/** Each start of the server takes seconds; every entry is killed at on the double, here every so many. */
const EVERY = 7

// What is done twice shows in the file: each command adds a line.
const scenario = `
id: trail
title: Commands that leave a trail
match: { request: "leave a trail" }
rules:
  - when: { role: planner, turn: new }
    reply:
      calls:
        - submit_plan:
            decision: plan
            steps:
              - { title: First, goal: Leave the first lines, expect: { file: trail.txt } }
              - { title: Second, goal: Leave the last line }
  - when: { role: planner }
    reply: { calls: [{ submit_plan: { decision: continue } }] }
  - when: { role: executor, step: Leave the first }
    replies:
      - calls: [{ shell_exec: { command: "echo one >> /workspace/trail.txt" } }]
      - calls:
          - shell_exec: { command: "sleep 0.5; echo two >> /workspace/trail.txt" }
          - file_write: { path: note.txt, content: "a note" }
      - calls: [{ step_done: { status: done, summary: Two lines. } }]
  - when: { role: executor, step: Leave the last }
    replies:
      - calls: [{ shell_exec: { command: "echo three >> /workspace/trail.txt; cat note.txt", dir: /workspace } }]
      - calls: [{ step_done: { status: done, summary: Three lines., artifacts: [/workspace/trail.txt] } }]
  - when: { role: reporter }
    reply: { text: The trail has three lines. }
`

const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else
  test('killed after any entry of a run in a real container, the server finishes it and does nothing twice', {
    timeout: 900_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deskhand-kills-'))
    writeFileSync(join(folder, 'trail.yaml'), scenario)
    const llm = await startFakeLlm({ scenarios: [join(folder, 'trail.yaml')], paced: false })
    const env = {
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      API_BASE: llm.url,
      MODEL_NAME: 'gpt-5.2',
      DYING_INSTALL: stage.installId,
      DYING_IMAGE: stage.image,
    }
    let server: ServerProcess | undefined
    const start = async (dyingAt: number) => {
      server = await startProcess(program, { ...env, DYING_AT: String(dyingAt) })
      return server
    }
    try {
      const first = await start(EVERY)
      const person = await signUp(first)
      let killed = 0
      for (let at = EVERY; ; at += EVERY) {
        const id = await begin(server!.url, person.cookie)
        const watcher = new EventReader(`${server!.url}api/sessions/${id}/events`, person)
        const over = watcher.next(isIdle).then(() => 'finished' as const)
        const end = await Promise.race([over, watcher.ended.then(() => 'killed' as const)])
        if (end === 'killed') {
          killed += 1
          await server!.kill('SIGKILL')
          await start(at + EVERY)
        }
        await expectWhole(server!.url, person.cookie, id, `killed after entry ${at}`)
        watcher.close()
        if (end === 'finished') break
      }
      expect(killed).toBeGreaterThan(5)
      expect(llm.journal.unmatched).toEqual([])
    } finally {
      await server?.kill('SIGKILL')
      await llm.close()
      await sweepStage(stage)
      rmSync(folder, { recursive: true, force: true })
    }
  })

const isIdle = ({ event, data }: { event: string; data: Record<string, unknown> }) =>
  event === 'status' && data.status === 'idle'

async function post(url: string, path: string, body: object, cookie = ''): Promise<Response> {
  const answer = await fetch(`${url}api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: url.slice(0, -1) },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return answer
}

async function signUp({ url, setupToken }: ServerProcess): Promise<{ cookie: string }> {
  const answer = await post(url, 'auth/setup', {
    token: setupToken,
    username: 'ann',
    password: 'long enough',
  })
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

async function begin(url: string, cookie: string): Promise<string> {
  const { id } = (await (await post(url, 'sessions', {}, cookie)).json()) as { id: string }
  await post(url, `sessions/${id}/messages`, { text: 'Please leave a trail' }, cookie)
  return id
}

/** The run has ended well, each thing that started ended once, and the trail has each line once. */
async function expectWhole(url: string, cookie: string, id: string, when: string): Promise<void> {
  const reader = new EventReader(`${url}api/sessions/${id}/events`, { cookie })
  await reader.next(isIdle)
  reader.close()
  const stored = await fetch(`${url}api/sessions/${id}/events?format=json`, { headers: { cookie } })
  const events = (await stored.json()) as { type: string; seq: number; callId?: string; outcome?: string }[]
  const of = (type: string) => events.filter((event) => event.type === type)
  expect(
    of('run.end').map(({ outcome }) => outcome),
    when,
  ).toEqual(['ok'])
  const ids = (type: string) => of(type).map(({ callId }) => callId)
  expect(new Set(ids('tool.start')).size, when).toBe(ids('tool.start').length)
  expect(ids('tool.end').sort(), when).toEqual(ids('tool.start').sort())
  const file = await fetch(`${url}api/sessions/${id}/files/content?path=trail.txt`, { headers: { cookie } })
  expect(await file.text(), when).toBe('one\ntwo\nthree\n')
  const gone = await fetch(`${url}api/sessions/${id}`, {
    method: 'DELETE',
    headers: { cookie, origin: url.slice(0, -1) },
  })
  expect(gone.ok, when).toBe(true)
}
