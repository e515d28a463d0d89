import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it arrived. */
export interface WireRequest {
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes.
  body: any
  /** resolves when the client closed the connection before the answer was complete */
  closed: Promise<void>
}
export type WireAnswer = (response: ServerResponse, request: WireRequest) => void | Promise<void>

export interface WireServer {
  /** with /v1 */
  url: string
  /** the chat requests; questions for pages are not among them */
  requests: WireRequest[]
  /** what else it answers with, by path; a page that is not here is not found */
  pages: Record<string, unknown>
  /** resolves with request number `n`, from 0 */
  arrived(n: number): Promise<WireRequest>
  close(): Promise<void>
}

/** A real server on loopback that answers from a list, in order; the last answer serves every further request. */
export async function wireServer(...answers: WireAnswer[]): Promise<WireServer> {
  const requests: WireRequest[] = []
  const pages: WireServer['pages'] = {}
  const waiting: { n: number; resolve: (request: WireRequest) => void }[] = []
  const server = createServer(async (incoming, response) => {
    const text = await readText(incoming)
    const closed = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: text ? JSON.parse(text) : undefined,
      closed,
    }
    if (!request.path.includes('/chat/completions')) {
      const page = pages[request.path]
      return json(page ?? {}, page === undefined ? 404 : 200)(response, request)
    }
    const n = requests.push(request) - 1
    for (const waiter of waiting) if (waiter.n === n) waiter.resolve(request)
    const answer = answers[Math.min(n, answers.length - 1)]
    await answer?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    pages,
    arrived(n) {
      const there = requests[n]
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push({ n, resolve }))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** An event stream of these chunks; a string goes out as it is. Ends with [DONE] unless told otherwise. */
export function sse(chunks: readonly unknown[], options: { done?: boolean } = {}): WireAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) {
      response.write(typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)
    }
    if (options.done !== false) response.write('data: [DONE]\n\n')
    response.end()
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): WireAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** An error as OpenAI words it. */
export const refusal = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code?: string,
) => json({ error: { message, type: 'invalid_request_error', ...(code && { code }) } }, status, headers)

/** A chunk with one choice. */
export const delta = (fields: Record<string, unknown>, finish: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
})

/** A whole stream that says this text. */
export const says = (text: string) =>
  sse([delta({ role: 'assistant', content: text }), delta({}, 'stop'), usage(100, 5)])

/** A whole stream with these calls. */
export const calls = (...list: { id?: string; name: string; arguments: string }[]) =>
  sse([
    ...list.map(({ id, name, arguments: given }, index) =>
      delta({
        tool_calls: [
          { index, id: id ?? `call_${index}`, type: 'function', function: { name, arguments: given } },
        ],
      }),
    ),
    delta({}, 'tool_calls'),
  ])

export const usage = (prompt: number, completion: number, more: Record<string, unknown> = {}) => ({
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: prompt, completion_tokens: completion, ...more },
})
