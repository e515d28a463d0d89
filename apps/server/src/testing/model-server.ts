import { type LocalChromium, startChromium } from '@deskhand/browser/testing'
import type { Usage } from '@deskhand/protocol'
import type { LiveSandbox } from '@deskhand/sandbox'
import type { Parts } from '../parts.ts'
import { type OpenBrowser, openBrowser } from '../sessions/open-browser.ts'
import { settingKeys, settingOf } from '../settings/index.ts'
import { type AppDouble, appDouble, type Client } from './app-double.ts'
import type { Rest } from './rest.ts'

type Data = Record<string, unknown>

/** One session at work against the model that was named. */
export interface ModelRun {
  /** says this; resolves when the run has ended, or goes on only with a person's word */
  say(text: string): Promise<Rest>
  /** ends the run that is under way; resolves when it has ended */
  stop(): Promise<void>
  /** data of the public events of a type */
  all(type: string): Data[]
  /** of the last run that ended */
  usage(): Usage | undefined
  /** removes the session and lets go of its browser */
  end(): Promise<void>
}

export interface ModelServer {
  server: AppDouble
  /** the one browser that every session of this server sees */
  chromium: LocalChromium
  ann: Client
  start(): Promise<ModelRun>
  close(): Promise<void>
}

/**
 * The whole server with the real agent, tools and model client, and with a Chromium of this machine. Of `env` the keys
 * that say which model works and how are taken (API_BASE, API_KEY, MODEL_NAME …). Nobody is asked for approval. Its shell
 * is this machine's own: a model that nobody scripted gets other `tools`.
 */
export async function modelServer(env: NodeJS.ProcessEnv, tools?: Parts['tools']): Promise<ModelServer> {
  const chromium = await startChromium()
  try {
    const server = await appDouble({
      env: { ...modelKeys(env), APPROVALS: 'never' },
      parts: { createAgent: undefined, models: undefined, openBrowser: over(chromium), tools },
    })
    const ann = await server.as('ann')
    return {
      server,
      chromium,
      ann,
      start: async () => runOf(server, ann, await ann.newSession()),
      async close() {
        await server.close()
        await chromium.stop()
      },
    }
  } catch (error) {
    await chromium.stop()
    throw error
  }
}

function modelKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  const groups = ['model', 'agent']
  const keys = settingKeys.filter((key) => groups.includes(settingOf(key).group) && key !== 'DEMO')
  return Object.fromEntries(
    [...keys, 'EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS'].flatMap((key) =>
      env[key] === undefined ? [] : [[key, env[key]]],
    ),
  )
}

function runOf(server: AppDouble, ann: Client, id: string): ModelRun {
  const { events } = server.app
  const post = async (path: string, body?: object) => {
    const answer = await ann.send('POST', `/api/sessions/${id}/${path}`, body)
    if (answer.statusCode !== 202) throw new Error(`${path}: ${answer.body}`)
  }
  const all = (type: string) =>
    events.entries(id).flatMap((entry) => (entry.type === type ? [entry.data as Data] : []))
  const nextRest = (statuses: readonly string[]) =>
    new Promise<Rest>((resolve) => {
      let done = false
      events.onAppend((session, entry) => {
        if (done || session !== id || entry.type !== 'status') return
        const { status, reason, text, retryAt } = entry.data
        // What tries again by itself is not at rest.
        if (!statuses.includes(status) || retryAt !== undefined) return
        done = true
        const outcome = status === 'idle' ? (all('run.end').at(-1)?.outcome as string) : undefined
        setImmediate(() => resolve({ status, reason, text, outcome }))
      })
    })
  return {
    async say(text) {
      const rested = nextRest(['idle', 'paused', 'waiting'])
      await post('messages', { text })
      return rested
    },
    async stop() {
      const idle = nextRest(['idle'])
      await post('stop')
      if (all('status').at(-1)?.status !== 'idle') await idle
    },
    all,
    usage: () => all('run.end').at(-1)?.usage as Usage | undefined,
    async end() {
      await ann.send('DELETE', `/api/sessions/${id}`)
    },
  }
}

/** The sandbox's files with this machine's Chromium. */
const over =
  (chromium: LocalChromium): OpenBrowser =>
  (sandbox, about) => {
    const browser = { ...sandbox.browser, cdp: () => ({ url: chromium.url, headers: {} }) }
    const seen: LiveSandbox = Object.create(sandbox, { browser: { value: browser } })
    return openBrowser(seen, about)
  }
