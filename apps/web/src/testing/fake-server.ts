import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveEvent, StoredEvent } from '@deskhand/protocol'
import { FakeSession } from './fake-session.ts'
import { servePage } from './serve-page.ts'

type Answer = { status?: number; body?: unknown } | undefined
type Handler = (call: Call) => Answer | Promise<Answer>
interface Call {
  session: FakeSession
  body: Record<string, unknown>
  url: URL
  response: ServerResponse
}

export interface FakeServerOptions {
  /** false: the sign-in page stands before everything */
  signedIn?: boolean
  setupNeeded?: boolean
  demo?: boolean
  /** host to answer to in the address; all names lead to loopback */
  host?: string
  basePath?: string
}

/**
 * The server as the page sees it: the routes of contract section 3 over sessions whose events a test writes by hand.
 * It records every request, and can drop streams or answer 503, as a proxy does while the real one starts again.
 */
export class FakeServer {
  readonly sessions = new Map<string, FakeSession>()
  readonly requests: { method: string; path: string; body: Record<string, unknown> }[] = []
  readonly options: Required<FakeServerOptions>
  settings: Record<string, string> = {}
  /** answers everything with this status while set */
  down: number | undefined
  readonly #streams = new Set<{ response: ServerResponse; session: FakeSession | undefined }>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  constructor(options: FakeServerOptions = {}) {
    this.options = {
      signedIn: true,
      setupNeeded: false,
      demo: false,
      host: '127.0.0.1',
      basePath: '/',
      ...options,
    }
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }
  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://${this.options.host}:${port}${this.options.basePath}`
  }
  async close(): Promise<void> {
    this.dropStreams()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  addSession(id: string, title: string): FakeSession {
    const session = new FakeSession(id, title, (event) => this.#send(session, event))
    this.sessions.set(id, session)
    return session
  }
  dropStreams(): void {
    for (const { response } of this.#streams) response.destroy()
    this.#streams.clear()
  }
  get openStreams(): number {
    return this.#streams.size
  }
  posted(suffix: string): Record<string, unknown>[] {
    return this.requests
      .filter(({ method, path }) => method !== 'GET' && path.endsWith(suffix))
      .map(({ body }) => body)
  }

  #send(session: FakeSession, event: StoredEvent | LiveEvent): void {
    const update = `event: sessions.update\ndata: ${JSON.stringify(session.summary())}\n\n`
    for (const stream of this.#streams) {
      if (stream.session === session) stream.response.write(frame(event))
      if ('seq' in event) stream.response.write(update)
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { basePath } = this.options
    const url = new URL(request.url ?? '/', 'http://fake')
    const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : undefined
    if (this.down !== undefined) return void response.writeHead(this.down).end()
    if (path === undefined) return void response.writeHead(404).end()
    if (!path.startsWith('api/')) return servePage(path, basePath, response)
    const raw = await read(request)
    const body = parse(raw)
    this.requests.push({ method: request.method ?? '', path, body })
    await this.#api(request, url, path.slice(4), body, response)
  }

  async #api(
    request: IncomingMessage,
    url: URL,
    path: string,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    if (path === 'events') return this.#stream(request, url, response)
    const [, id, rest] = /^sessions\/([^/]+)\/?(.*)$/.exec(path) ?? []
    const session = id ? this.sessions.get(id) : undefined
    const key = `${request.method} ${id ? `sessions/:id${rest ? `/${rest.replace(/^(messages|blobs|proposals)\/.*/, '$1/:x')}` : ''}` : path}`
    const handler = this.routes[key]
    const refused = { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } }
    if (!handler || (id && !session)) return json(response, 404, refused)
    const answer = await handler({ session: session!, body, url, response })
    if (response.writableEnded) return
    if (answer?.body === undefined) response.writeHead(answer?.status ?? 204).end()
    else json(response, answer.status ?? 200, answer.body)
  }

  #stream(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const session = this.sessions.get(url.searchParams.get('session') ?? '')
    const after = Number(request.headers['last-event-id'] ?? url.searchParams.get('after') ?? 0)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write('retry: 200\n\n')
    for (const event of session?.events ?? []) if (event.seq > after) response.write(frame(event))
    const stream = { response, session }
    this.#streams.add(stream)
    response.on('close', () => this.#streams.delete(stream))
  }

  /** One more route is one line. A test may put its own in place of one. */
  readonly routes: Record<string, Handler> = {
    'GET health': () => ({
      body: {
        status: 'ok',
        version: '0.1.0',
        docker: { ok: true, version: '27.0' },
        sandboxImage: { present: true },
        model: { configured: !this.options.demo },
      },
    }),
    'GET auth/me': () => ({
      body: {
        user: this.options.signedIn ? { id: 'u1', username: 'Ada', role: 'admin' } : null,
        setupNeeded: this.options.setupNeeded,
        auth: 'password',
      },
    }),
    'POST auth/login': ({ body }) => {
      if (body.password !== 'right horse') {
        return {
          status: 401,
          body: { error: { code: 'WRONG_PASSWORD', message: 'The name or the password is wrong.' } },
        }
      }
      this.options.signedIn = true
      return { body: {} }
    },
    'POST auth/setup': () => {
      Object.assign(this.options, { signedIn: true, setupNeeded: false })
      return { body: {} }
    },
    'POST auth/logout': () => {
      this.options.signedIn = false
      return undefined
    },
    'GET auth/sessions': () => ({ body: [] }),
    'GET tokens': () => ({ body: [] }),
    'POST tokens': ({ body }) => ({
      status: 201,
      body: { id: 't1', name: body.name, createdAt: 1, token: 'dh_secret' },
    }),
    'GET demo': () => ({
      body: {
        demo: this.options.demo,
        tasks: this.options.demo
          ? [
              {
                id: 'a',
                title: { en: 'A small program', zh: '小程序' },
                text: { en: 'Write it.', zh: '写吧。' },
              },
            ]
          : [],
      },
    }),
    'GET settings': () => ({ body: this.#settingsBody() }),
    'PUT settings': ({ body }) => {
      Object.assign(this.settings, body.settings)
      return { body: this.#settingsBody() }
    },
    'POST settings/model/test': ({ body }) => ({
      body: {
        ok: true,
        baseUrl: body.apiBase ?? 'http://m.test/v1',
        model: body.model ?? 'm',
        checks: [{ name: 'reachable', verdict: 'yes', text: 'It answered in 210 ms.' }],
      },
    }),
    'GET models/profiles': () => ({
      body: [
        {
          key: 'http://m.test/v1#m',
          baseUrl: 'http://m.test/v1',
          model: 'm',
          roles: ['executor'],
          preset: 'Ollama',
          contextWindow: 32_768,
          images: false,
          maxImages: 0,
          tools: 'native',
          learned: [{ name: 'images', value: 'false' }],
        },
      ],
    }),
    'DELETE models/profiles': () => undefined,
    'GET models/prices': () => ({ body: { own: {}, given: { 'gpt-5*': { input: 1.25, output: 10 } } } }),
    'PUT models/prices': ({ body }) => ({ body: { own: body.own, given: {} } }),
    'GET knowledge': () => ({ body: [{ name: 'coffee', title: 'Coffee', always: true }] }),
    'GET knowledge/coffee': () => ({ body: { name: 'coffee', text: 'Two spoons.' } }),
    'PUT knowledge/coffee': () => undefined,
    'GET skills': () => ({ body: [{ name: 'tea', description: 'How tea is made' }] }),
    'GET projects': () => ({ body: [] }),
    'POST uploads': () => ({
      status: 201,
      body: [{ fileId: 'f1', name: 'a.csv', size: 3, mime: 'text/csv' }],
    }),
    'GET sessions': ({ url }) => {
      const sought = url.searchParams.get('search')?.toLowerCase() ?? ''
      const all = [...this.sessions.values()].map((session) => session.summary())
      return { body: { items: all.filter(({ title }) => title.toLowerCase().includes(sought)) } }
    },
    'POST sessions': () => {
      const session = this.addSession(`s${this.sessions.size + 1}`, '')
      return { status: 201, body: session.detail() }
    },
    'GET sessions/:id': ({ session }) => ({ body: session.detail() }),
    'PATCH sessions/:id': ({ session, body }) => {
      Object.assign(session, body)
      return undefined
    },
    'DELETE sessions/:id': ({ session }) => {
      this.sessions.delete(session.id)
      return undefined
    },
    'GET sessions/:id/events': ({ session, url }) => ({
      body: session.events.filter(({ seq }) => seq > Number(url.searchParams.get('after') ?? 0)),
    }),
    'POST sessions/:id/messages': ({ session, body }) => ({ status: 202, body: session.say(body) }),
    'DELETE sessions/:id/messages/:x': () => undefined,
    'POST sessions/:id/proposals/:x': () => undefined,
    'GET sessions/:id/trace': ({ response }) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="trace-s1.jsonl"' })
      response.end('{}')
      return undefined
    },
    'POST sessions/:id/stop': () => ({ status: 202 }),
    'POST sessions/:id/pause': () => ({ status: 202 }),
    'POST sessions/:id/resume': () => ({ status: 202 }),
    'POST sessions/:id/finish': () => ({ status: 202 }),
    'POST sessions/:id/retry': () => ({ status: 202 }),
    'POST sessions/:id/sandbox': () => undefined,
    'POST sessions/:id/control': ({ session, body }) => session.control(body),
    'POST sessions/:id/type': () => undefined,
    'GET sessions/:id/terminals': () => ({ body: [] }),
    'GET sessions/:id/ports': () => ({ body: [] }),
    'GET sessions/:id/files': () => ({
      body: {
        path: '/workspace',
        entries: [
          {
            name: 'report.md',
            path: '/workspace/report.md',
            type: 'file',
            size: 5_320,
            mtime: 1_790_000_000_000,
          },
          { name: 'uploads', path: '/workspace/uploads', type: 'dir', size: 4_096, mtime: 1_790_000_000_000 },
        ],
      },
    }),
    'GET sessions/:id/blobs/:x': ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' })
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1024"><rect width="1280" height="1024" fill="#eef4f1"/><rect x="80" y="90" width="700" height="60" rx="8" fill="#9fc9bd"/><rect x="80" y="190" width="1100" height="700" rx="8" fill="#fff"/></svg>',
      )
      return undefined
    },
  }

  #settingsBody() {
    const one = (key: string, group: string, secret = false) => {
      const value = this.settings[key]
      const source = value ? 'saved' : 'default'
      return {
        key,
        group,
        secret,
        set: value !== undefined,
        help: `What ${key} means`,
        source,
        ...(secret ? {} : { value }),
      }
    }
    return {
      demo: this.options.demo,
      model: { configured: !this.options.demo },
      settings: [
        one('API_BASE', 'model'),
        one('API_KEY', 'model', true),
        one('MODEL_NAME', 'model'),
        one('PLANNER_MODEL', 'model'),
        one('VISION_MODEL', 'model'),
        one('APPROVALS', 'agent'),
      ],
    }
  }
}

const frame = (event: StoredEvent | LiveEvent): string =>
  `${'seq' in event ? `id: ${event.seq}\n` : ''}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(raw: string): Record<string, unknown> {
  try {
    return JSON.parse(raw) as Record<string, unknown>
  } catch {
    // A multipart body: its bytes are of no interest here.
    return {}
  }
}
