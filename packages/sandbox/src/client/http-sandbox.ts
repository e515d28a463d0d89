import type { Duplex } from 'node:stream'
import { CallRecord, GatewayEvent, Health, ListeningPort } from '@deskhand/protocol/sandbox'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { LiveSandbox } from '../host.ts'
import { type CallOptions, SandboxError } from '../sandbox.ts'
import { type GatewayAddress, GatewayHttp } from './gateway-http.ts'
import { HttpFiles } from './http-files.ts'
import { HttpShell } from './http-shell.ts'

const Clipboard = z.object({ text: z.string() })
const RECONNECT_MS = [500, 1000, 2000, 5000, 10_000]

/** A sandbox behind its gateway's one port. */
export class HttpSandbox implements LiveSandbox {
  readonly id: string
  readonly shell: HttpShell
  readonly files: HttpFiles
  readonly browser: LiveSandbox['browser']
  readonly clipboard: LiveSandbox['clipboard']
  #http: GatewayHttp

  constructor(address: GatewayAddress) {
    this.id = address.id
    const http = new GatewayHttp(address)
    this.#http = http
    this.shell = new HttpShell(http)
    this.files = new HttpFiles(http)
    this.browser = {
      cdp: () => ({ url: `http://${hostOf(address)}:${address.port}`, headers: http.headers }),
      pressKey: (key, options) => http.done('POST', '/browser/key', { json: { key }, ...options }),
      restart: (options) => http.done('POST', '/browser/restart', { ...options }),
    }
    this.clipboard = {
      read: async () => (await http.json(Clipboard, 'GET', '/clipboard')).text,
      write: (text) => http.done('PUT', '/clipboard', { json: { text } }),
    }
  }

  /** API_MISMATCH when the gateway is of another version than this server speaks. */
  async health({ signal, waitSeconds }: CallOptions & { waitSeconds?: number } = {}): Promise<Health> {
    const answer = await this.#http.json(z.looseObject({ api: z.number() }), 'GET', '/health', {
      query: { wait: waitSeconds },
      signal,
    })
    const health = Health.safeParse(answer)
    if (health.success) return health.data
    throw new SandboxError(
      'API_MISMATCH',
      `The sandbox speaks version ${answer.api} of its interface, which this server does not.`,
      {
        cause: health.error,
      },
    )
  }

  ports(options: CallOptions = {}): Promise<ListeningPort[]> {
    return this.#http.json(z.array(ListeningPort), 'GET', '/ports', options)
  }

  async call(callId: string, options: CallOptions = {}): Promise<CallRecord | undefined> {
    try {
      return await this.#http.json(CallRecord, 'GET', `/calls/${encodeURIComponent(callId)}`, options)
    } catch (error) {
      if (error instanceof SandboxError && error.status === 404) return undefined
      throw error
    }
  }

  vnc(mode: 'view' | 'control', { signal }: CallOptions = {}): Promise<Duplex> {
    return this.#http.upgrade(`/vnc?mode=${mode}`, 'rfb', signal)
  }

  proxy(port: number): { url: string; headers: Record<string, string> } {
    const { address } = this.#http
    // Not as Authorization: that one belongs to the program behind it.
    const headers = { 'x-deskhand-token': address.token }
    return { url: `http://${hostOf(address)}:${address.port}/proxy/${port}`, headers }
  }

  events(listener: (event: GatewayEvent) => void): () => void {
    let isOver = false
    let socket: WebSocket | undefined
    let timer: NodeJS.Timeout | undefined
    let failures = 0
    const connect = () => {
      socket = this.#open('/events')
      socket.on('open', () => {
        failures = 0
      })
      socket.on('message', (data) => {
        const event = GatewayEvent.safeParse(parsed(String(data)))
        if (event.success) listener(event.data)
      })
      // A gateway that is away is seen by whoever uses it; here it is only looked for again.
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isOver) return
        timer = setTimeout(connect, RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)])
        timer.unref()
      })
    }
    connect()
    return () => {
      isOver = true
      clearTimeout(timer)
      socket?.terminate()
    }
  }

  #open(path: string): WebSocket {
    const { address, headers } = this.#http
    return new WebSocket(`ws://${hostOf(address)}:${address.port}${path}`, {
      headers,
      perMessageDeflate: false,
    })
  }
}

const hostOf = ({ host }: GatewayAddress) => (host.includes(':') ? `[${host}]` : host)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
