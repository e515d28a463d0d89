import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { Chat } from './chat.ts'
import { type FaultInput, faultSpec } from './faults/index.ts'
import type { Journal } from './journal.ts'
import type { MetricsBody } from './metrics.ts'
import { personaNamed } from './personas/index.ts'
import type { Persona, Refusal } from './personas/persona.ts'
import { loadScenarios } from './scenario/load-scenarios.ts'
import type { Scenario } from './scenario/scenario.ts'
import { scenarioPath } from './scenario-path.ts'
import { type Action, jsonActions } from './wire/actions.ts'
import { play, realSleep, type Sleep } from './wire/play.ts'

export interface FakeLlmOptions {
  /** scenarios, or paths of scenario files and of folders of them */
  scenarios: readonly (Scenario | string)[]
  /** default: the first scenario's, else openai-strict */
  persona?: string
  port?: number
  host?: string
  /** tokens; default the persona's */
  window?: number
  /** refuse other keys with 401 */
  apiKey?: string
  /** false: no pauses between chunks, whatever the scenario says */
  paced?: boolean
  /** waits of the stream and of faults; tests hand in a clock of their own */
  sleep?: Sleep
  /** faults by the nth conversation that the server meets, before those of the scenario */
  faults?: readonly { request: number; faults: readonly FaultInput[] }[]
}

export interface FakeLlm {
  /** base URL with /v1 */
  url: string
  port: number
  journal: Journal
  readonly metrics: MetricsBody
  /** another context window from now on, as after a change of num_ctx */
  setWindow(tokens: number): void
  setFaults(faults: NonNullable<FakeLlmOptions['faults']>): void
  /** ends open streams too */
  close(): Promise<void>
}

/** Starts a scripted OpenAI-compatible server. Throws when a scenario file is wrong or the port is taken. */
export async function startFakeLlm(options: FakeLlmOptions): Promise<FakeLlm> {
  const scenarios: Scenario[] = []
  for (const one of options.scenarios)
    scenarios.push(...(typeof one === 'string' ? await loadScenarios(one) : [one]))
  scenarios.push(...(await loadScenarios(scenarioPath('probe.yaml'))))
  const persona = personaNamed(options.persona ?? scenarios[0]?.persona ?? 'openai-strict')
  const chat = new Chat(persona, scenarios, options)
  const setFaults: FakeLlm['setFaults'] = (faults) => {
    chat.planned = faults.map((one) => ({
      request: one.request,
      faults: one.faults.map((spec) => faultSpec.parse(spec)),
    }))
  }
  setFaults(options.faults ?? [])
  const serve = new Routes(chat, persona, options, setFaults)
  const server = createServer((request, response) => void serve.handle(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}/v1`,
    port,
    journal: chat.journal,
    get metrics() {
      return chat.metrics.body
    },
    setWindow(tokens) {
      chat.window = tokens
    },
    setFaults,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const FaultsBody = z.array(z.object({ request: z.number().int(), faults: z.array(z.unknown()) }))

class Routes {
  constructor(
    readonly chat: Chat,
    readonly persona: Persona,
    readonly options: FakeLlmOptions,
    readonly setFaults: FakeLlm['setFaults'],
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let actions: Action[]
    try {
      actions = await this.#route(request)
    } catch (error) {
      actions = jsonActions(500, {
        error: { message: `fake-llm: ${(error as Error).stack}`, type: 'fake_llm_bug' },
      })
    }
    await play(response, actions, this.options.sleep ?? realSleep)
  }

  async #route(request: IncomingMessage): Promise<Action[]> {
    const url = new URL(request.url ?? '/', 'http://fake-llm')
    const method = request.method ?? 'GET'
    if (url.pathname.startsWith('/__')) return this.#own(method, url.pathname, request)
    const key = this.options.apiKey
    const given = request.headers.authorization?.replace(/^Bearer /i, '') ?? request.headers['api-key']
    if (key !== undefined && given !== key)
      return this.#refusal({ status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' })
    const badUrl = this.persona.checkUrl?.(url)
    if (badUrl) return this.#refusal(badUrl)
    if (method === 'POST' && url.pathname.endsWith('/chat/completions')) {
      const body = await readJson(request)
      if (body instanceof Error)
        return this.#refusal({
          status: 400,
          message: `We could not parse the JSON body of your request: ${body.message}`,
        })
      return this.chat.answer(body, header(request, 'x-session-id'))
    }
    const own = this.persona.route?.(method, url.pathname, { window: this.chat.window })
    if (own !== undefined) return jsonActions(200, own)
    if (method === 'GET' && url.pathname.endsWith('/models')) return jsonActions(200, modelList(this.persona))
    return this.#refusal({ status: 404, message: `Invalid URL (${method} ${url.pathname})` })
  }

  #refusal = (refusal: Refusal): Action[] => jsonActions(refusal.status, this.persona.errorBody(refusal))

  async #own(method: string, path: string, request: IncomingMessage): Promise<Action[]> {
    if (path === '/__journal') return jsonActions(200, this.chat.journal.entries)
    if (path === '/__metrics') return jsonActions(200, this.chat.metrics.body)
    if (method === 'POST' && path === '/__faults') {
      this.setFaults(FaultsBody.parse(await readJson(request)) as NonNullable<FakeLlmOptions['faults']>)
      return jsonActions(200, { ok: true })
    }
    if (method === 'POST' && path === '/__window') {
      this.chat.window = z.object({ tokens: z.number().int().min(1) }).parse(await readJson(request)).tokens
      return jsonActions(200, { ok: true })
    }
    return jsonActions(404, { error: { message: `There is no ${path}` } })
  }
}

const modelList = (persona: Persona) => ({
  object: 'list',
  data: persona.models.map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: persona.name })),
})

const header = (request: IncomingMessage, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
  } catch (error) {
    return error as Error
  }
}
