import type { ClientOptions } from 'openai'
import type { Fetch, FetchResponse } from './connect.ts'
import type { JsonObject } from './json-value.ts'

export interface Sending {
  url: string
  headers: Record<string, string>
  body: JsonObject
  fetch: Fetch
  signal: AbortSignal
}

// What the client would tell of this machine to every server.
const untold = [
  'arch',
  'lang',
  'os',
  'package-version',
  'retry-count',
  'runtime',
  'runtime-version',
  'timeout',
]
// Our own clocks end a silent request; the longest that a timer takes.
const NEVER = 2 ** 31 - 1

/**
 * Sends a chat request by the openai client and answers the raw response, whatever its status: what a reply is, and
 * what a refusal means, is read by our own code (README, Why). Throws what the network threw.
 */
export async function send({ url, headers, body, fetch, signal }: Sending): Promise<FetchResponse> {
  // Loaded with the first request: a server that only starts has no use for it.
  const { default: OpenAI, APIConnectionError, APIError } = await import('openai')
  let refused: FetchResponse | undefined
  const carry = async (_address: unknown, init?: RequestInit): Promise<FetchResponse | Response> => {
    const asked = { method: 'POST' as const, headers: plain(init?.headers), body: String(init?.body), signal }
    const response = await fetch(url, asked)
    if (response.status >= 200 && response.status <= 299) return response
    const text = await response.text().catch(() => '')
    refused = { ...taken(response), body: null, text: async () => text }
    return new Response(text, { status: response.status >= 400 ? response.status : 502 })
  }
  const client = new OpenAI({
    baseURL: url,
    apiKey: 'in the headers',
    maxRetries: 0,
    timeout: NEVER,
    fetch: carry as ClientOptions['fetch'],
    defaultHeaders: Object.fromEntries(untold.map((name) => [`x-stainless-${name}`, null])),
  })
  const own = { authorization: null, ...headers }
  try {
    const answered = await client.post(url, { body, headers: own, signal }).asResponse()
    return answered as unknown as FetchResponse // undici's, as our fetch answered it
  } catch (error) {
    if (refused) return refused
    if (error instanceof APIConnectionError && error.cause) throw error.cause
    if (error instanceof APIError) signal.throwIfAborted()
    throw error
  }
}

const taken = ({ status, headers }: FetchResponse) => ({ status, headers })

const plain = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries(new Headers(headers).entries())
