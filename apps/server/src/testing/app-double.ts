import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@deskhand/llm/testing'
import { createHostDouble, type HostDouble } from '@deskhand/sandbox/testing'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Parts } from '../parts.ts'
import { agentDouble } from './agent-double.ts'

/** One signed-in person of a test. */
export interface Client {
  username: string
  cookie: string
  get(url: string): Promise<LightMyRequestResponse>
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<LightMyRequestResponse>
  /** POST /sessions → its id */
  newSession(): Promise<string>
}

export interface AppDouble {
  app: FastifyInstance
  dataDir: string
  sandboxes: HostDouble
  /** makes the person when there is none of that name; the first is the administrator */
  as(username: string): Promise<Client>
  request(options: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

const password = 'a long password'
const host = 'localhost:3000'

/** A whole server over doubles: own data folder, no port, no Docker, no model. */
export async function appDouble(
  options: { env?: Record<string, string>; parts?: Parts; dataDir?: string } = {},
): Promise<AppDouble> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'deskhand-server-'))
  const sandboxes = createHostDouble()
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: 'no', ...options.env }
  const app = await buildApp(readConfig({ env, folder: dataDir }), {
    openHost: () => sandboxes.host,
    createAgent: agentDouble,
    models: { planner: scriptedModel([]), executor: scriptedModel([]) },
    ...options.parts,
  })
  await app.ready()
  const people = new Map<string, Client>()

  const request = (asked: InjectOptions) =>
    app.inject({ ...asked, headers: { host, origin: `http://${host}`, ...asked.headers } })

  async function as(username: string): Promise<Client> {
    const known = people.get(username)
    if (known !== undefined) return known
    const role = app.accounts.setupNeeded ? 'admin' : 'member'
    if (app.accounts.named(username) === undefined) await app.accounts.add(username, role, password)
    const user = app.accounts.named(username)
    const cookie = `deskhand_${app.installId.slice(0, 6)}=${app.signIns.start(user?.id ?? '', 'test')}`
    const headers = { cookie }
    const client: Client = {
      username,
      cookie,
      get: (url) => request({ method: 'GET', url, headers }),
      send: (method, url, body) =>
        request({ method, url, headers, ...(body === undefined ? {} : { payload: body }) }),
      async newSession() {
        const answer = await client.send('POST', '/api/sessions', {})
        return answer.json<{ id: string }>().id
      },
    }
    people.set(username, client)
    return client
  }

  return {
    app,
    dataDir,
    sandboxes,
    as,
    request,
    async close() {
      await app.close()
      await sandboxes.dispose()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
