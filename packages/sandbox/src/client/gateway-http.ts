import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { GatewayError } from '@deskhand/protocol/sandbox'
import type { z } from 'zod'
import { SandboxError } from '../sandbox.ts'

/** Where a gateway answers, and the word that opens it. */
export interface GatewayAddress {
  /** the sandbox's id, for messages */
  id: string
  host: string
  port: number
  token: string
}

export interface Ask {
  signal?: AbortSignal
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  body?: NodeJS.ReadableStream | Uint8Array
  headers?: Record<string, string>
}

/** HTTP to one gateway over kept connections. Refusals and silence become SandboxErrors with sentences. */
export class GatewayHttp {
  readonly address: GatewayAddress
  #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(address: GatewayAddress) {
    this.address = address
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.address.token}` }
  }

  /** The answer, checked; a GET that met a connection just closed is asked once more. */
  async json<S extends z.ZodType>(
    schema: S,
    method: string,
    path: string,
    ask: Ask = {},
  ): Promise<z.infer<S>> {
    const response = await this.send(method, path, ask)
    const body = await json(response).catch((cause: unknown) => {
      throw lost(this.address, ask.signal, cause)
    })
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw new SandboxError(
      'BAD_ANSWER',
      `${who(this.address)} gave an answer to ${method} ${path} that makes no sense.`,
      {
        cause: parsed.error,
      },
    )
  }

  async done(method: string, path: string, ask: Ask = {}): Promise<void> {
    const response = await this.send(method, path, ask)
    response.resume()
  }

  /** The response with its body still to be read; errors of the gateway are thrown. */
  async send(method: string, path: string, ask: Ask = {}): Promise<IncomingMessage> {
    const response = await this.#exchange(method, path, ask).catch((error: unknown) => {
      if (method === 'GET' && error instanceof StaleConnection) return this.#exchange(method, path, ask)
      throw error
    })
    if ((response.statusCode ?? 500) < 400) return response
    throw await refusal(this.address, response)
  }

  /** A raw connection after 101. */
  upgrade(path: string, protocol: string, signal?: AbortSignal): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const asked = request({
        ...this.#target('GET', path, {}),
        agent: undefined,
        headers: { ...this.headers, connection: 'Upgrade', upgrade: protocol },
        signal,
      })
      asked.once('upgrade', (_response, socket, head) => {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
      })
      asked.once('response', (response) => void refusal(this.address, response).then(reject))
      asked.once('error', (error) => reject(lost(this.address, signal, error)))
      asked.end()
    })
  }

  #exchange(method: string, path: string, ask: Ask): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      if (ask.signal?.aborted) return reject(ask.signal.reason)
      const body = ask.json === undefined ? ask.body : Buffer.from(JSON.stringify(ask.json))
      const headers = {
        ...this.headers,
        ...(ask.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(body instanceof Uint8Array ? { 'content-length': String(body.byteLength) } : {}),
        ...ask.headers,
      }
      const asked = request({ ...this.#target(method, path, ask), headers, signal: ask.signal })
      asked.once('response', resolve)
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = asked.reusedSocket && error.code === 'ECONNRESET'
        reject(isStale ? new StaleConnection(this.address, error) : lost(this.address, ask.signal, error))
      })
      if (body === undefined) asked.end()
      else {
        const source = body instanceof Uint8Array ? Readable.from([body], { objectMode: false }) : body
        // A refusal may come before the body is through; the response says why, this only ends.
        pipeline(source, asked).catch((error: unknown) => reject(lost(this.address, ask.signal, error)))
      }
    })
  }

  #target(method: string, path: string, { query = {} }: Ask): RequestOptions {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
    const suffix = search.size > 0 ? `?${search}` : ''
    const { host, port } = this.address
    return { method, host, port, path: path + suffix, agent: this.#agent }
  }
}

class StaleConnection extends SandboxError {
  constructor(address: GatewayAddress, cause: unknown) {
    super('UNREACHABLE', `${who(address)} closed the connection.`, { cause })
  }
}

const who = (address: GatewayAddress) => `The sandbox ${address.id.slice(0, 8)}`

/** The signal's reason when it was aborted, else that the sandbox does not answer. */
export function lost(address: GatewayAddress, signal: AbortSignal | undefined, cause: unknown): unknown {
  if (signal?.aborted) return signal.reason
  if (cause instanceof SandboxError) return cause
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  return new SandboxError('UNREACHABLE', `${who(address)} does not answer${code ? ` (${code})` : ''}.`, {
    cause,
  })
}

async function refusal(address: GatewayAddress, response: IncomingMessage): Promise<SandboxError> {
  const status = response.statusCode ?? 0
  const body = GatewayError.safeParse(await json(response).catch(() => undefined))
  if (body.success) return new SandboxError(body.data.error.code, body.data.error.message, { status })
  const code = status === 401 ? 'UNAUTHORIZED' : status === 404 ? 'NOT_FOUND' : 'FAILED'
  return new SandboxError(code, `${who(address)} refused this with status ${status}.`, { status })
}
