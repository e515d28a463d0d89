import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type FakeLlm,
  type FakeLlmOptions,
  type GoldenTask,
  personaNamed,
  scenarioPath,
  startFakeLlm,
} from '@deskhand/fake-llm'
import { type AppDouble, appDouble, type Client } from './app-double.ts'
import { type MovedClock, movedClock } from './moved-clock.ts'
import type { Rest } from './rest.ts'

type Data = Record<string, unknown>

/** One session of the server, at work. */
export interface ServerRun {
  id: string
  /** says this; resolves when the run has ended or rests */
  say(text: string): Promise<Rest>
  /** says this as soon as so many events of a type are there */
  sayAt(type: string, count: number, text: string): void
  /** `/resume` or `/retry`; resolves when the run has ended or rests again */
  goOn(how: 'resume' | 'retry'): Promise<Rest>
  /** data of the public events of a type */
  all(type: string): Data[]
  /** the workspace's folder; undefined while there is no sandbox */
  folder(): string | undefined
  end(): Promise<void>
}

/** A session at work against a scripted model server of its own. */
export interface GoldenRun extends ServerRun {
  llm: FakeLlm
  /** says the task, and its word midway; resolves when the run has ended or rests */
  play(task: GoldenTask): Promise<Rest>
  /** what is not as the task wants it; empty when all is */
  faults(task: GoldenTask): string[]
}

export interface GoldenServer {
  server: AppDouble
  clock: MovedClock
  start(options: GoldenOptions): Promise<GoldenRun>
  /** a session whose model answers at this address; `contextWindow` as the person says it */
  connect(model: { url: string; name: string; contextWindow?: number }): Promise<ServerRun>
  close(): Promise<void>
}

export interface GoldenOptions extends Pick<FakeLlmOptions, 'window' | 'faults'> {
  persona: string
  /** what the person says the window is */
  contextWindow?: number
}

/** The whole server over doubles with the real agent, tools and model client, and a clock that moves by itself. */
export async function goldenServer(): Promise<GoldenServer> {
  const clock = movedClock()
  const server = await appDouble({
    env: { APPROVALS: 'never' },
    parts: { clock, createAgent: undefined, models: undefined },
  })
  // What waits for a time is not waited for. A run that rests is left to the test.
  server.app.events.onAppend((_, entry) => {
    if (entry.type === 'status' && entry.data.status !== 'paused' && entry.data.retryAt !== undefined)
      void clock.moveTo(entry.data.retryAt)
  })
  const ann = await server.as('ann')
  const connect: GoldenServer['connect'] = async ({ url, name, contextWindow }) => {
    const settings = { API_BASE: url, MODEL_NAME: name, CONTEXT_WINDOW: String(contextWindow ?? '') }
    const saved = await ann.send('PUT', '/api/settings', { settings })
    if (saved.statusCode !== 200) throw new Error(saved.body)
    return runOf(server, ann, await ann.newSession())
  }
  return {
    server,
    clock,
    connect,
    start: (options) => startGolden(connect, clock, options),
    close: () => server.close(),
  }
}

async function startGolden(
  connect: GoldenServer['connect'],
  clock: MovedClock,
  { persona, contextWindow, ...more }: GoldenOptions,
): Promise<GoldenRun> {
  const llm = await startFakeLlm({
    scenarios: [scenarioPath('golden')],
    persona,
    paced: false,
    sleep: clock.serverSleep,
    ...more,
  })
  const name = personaNamed(persona).models[0] ?? ''
  const run = await connect({ url: llm.url, name, contextWindow })
  return {
    ...run,
    llm,
    play({ request, midway }) {
      if (midway) run.sayAt('step.end', midway.afterStep, midway.text)
      return run.say(request)
    },
    faults: (task) => faultsOf(task, run, llm),
    async end() {
      await run.end()
      await llm.close()
    },
  }
}

function runOf(server: AppDouble, ann: Client, id: string): ServerRun {
  const { events } = server.app
  const post = async (path: string, body?: object) => {
    const answer = await ann.send('POST', `/api/sessions/${id}/${path}`, body)
    if (answer.statusCode !== 202) throw new Error(`${path}: ${answer.body}`)
  }
  const restAfter = async (path: string, body?: object) => {
    const rested = restOf(server, id)
    await post(path, body)
    return rested
  }
  return {
    id,
    say: (text) => restAfter('messages', { text }),
    sayAt(type, count, text) {
      let seen = 0
      events.onAppend((session, entry) => {
        if (session !== id || entry.type !== type) return
        seen += 1
        if (seen === count) void post('messages', { text })
      })
    },
    goOn: (how) => restAfter(how),
    all: (type) => events.entries(id).flatMap((entry) => (entry.type === type ? [entry.data as Data] : [])),
    folder() {
      const sandbox = server.sandboxes.sandboxOf(id)
      return sandbox && join(sandbox.root, 'workspace')
    },
    async end() {
      await ann.send('DELETE', `/api/sessions/${id}`)
    },
  }
}

/** The next time that this session rests: at the end of a run, in a pause, or before a person. */
function restOf(server: AppDouble, id: string): Promise<Rest> {
  return new Promise((resolve) => {
    let done = false
    server.app.events.onAppend((session, entry) => {
      if (done || session !== id || entry.type !== 'status') return
      const { status, reason, text } = entry.data
      if (!['idle', 'paused', 'waiting'].includes(status)) return
      done = true
      const end = server.app.events.entries(id).findLast((one) => one.type === 'run.end')
      const outcome = status === 'idle' && end?.type === 'run.end' ? end.data.outcome : undefined
      // What comes to rest is at rest in the next turn: the agent's loop ends after its last entry.
      setImmediate(() => resolve({ status, reason, text, outcome }))
    })
  })
}

function faultsOf(task: GoldenTask, { all, folder }: ServerRun, llm: FakeLlm): string[] {
  const wrong: string[] = []
  for (const [name, text] of Object.entries(task.files)) {
    const path = join(folder() ?? '', name)
    const found = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (found !== text) wrong.push(`${name} is ${JSON.stringify(found)}`)
  }
  for (const name of task.absent ?? [])
    if (existsSync(join(folder() ?? '', name))) wrong.push(`${name} is there`)
  const report = all('message').findLast((message) => message.final)?.text
  const byCode = all('notice').some(({ code }) => code === 'REPORT_BY_CODE' || code === 'REPORT_CUT')
  if (!byCode && !task.report.test(String(report))) wrong.push(`the report says ${JSON.stringify(report)}`)
  if (llm.journal.unmatched.length > 0) wrong.push('a request fits no rule')
  // A server may teach by a 400 that turns alternate or how much fits; a malformed history is never sent.
  const malformed = llm.journal.violations.filter(({ code }) => !['V8', 'V9', 'V13'].includes(code))
  if (malformed.length > 0) wrong.push(`malformed: ${JSON.stringify(malformed[0])}`)
  return wrong
}
