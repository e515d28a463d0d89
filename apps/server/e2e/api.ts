import type { StoredEvent } from '@deskhand/protocol'
import type { PostedMessage, SessionDetail } from '@deskhand/protocol/http'

/** The product's HTTP API as a script uses it: an account, its cookie, and the event stream. */
export class Api {
  readonly product: { url: string; setupToken: string }
  #cookie = ''

  constructor(product: { url: string; setupToken: string }) {
    this.product = product
  }

  async setUp(username = 'ada', password = 'correct horse battery'): Promise<void> {
    const response = await this.fetch('/api/auth/setup', {
      method: 'POST',
      body: JSON.stringify({ token: this.product.setupToken, username, password }),
    })
    this.#keep(response)
  }

  async signIn(username: string, password: string): Promise<void> {
    this.#keep(
      await this.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify({ username, password }) }),
    )
  }

  #keep(response: Response): void {
    this.#cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookie) headers.set('cookie', this.#cookie)
    headers.set('origin', this.product.url)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
    const response = await fetch(this.product.url + path, { ...init, headers })
    if (!response.ok)
      throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await this.fetch(path, init)).json() as Promise<T>
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.json<T>(path, { method: 'POST', body: JSON.stringify(body) })
  }

  async newSession(): Promise<string> {
    return (await this.post<SessionDetail>('/api/sessions', { timeZone: 'Europe/Berlin', language: 'en' })).id
  }

  say(session: string, text: string, more: object = {}): Promise<PostedMessage> {
    return this.post(`/api/sessions/${session}/messages`, { text, ...more })
  }

  stored(session: string): Promise<StoredEvent[]> {
    return this.json(`/api/sessions/${session}/events?format=json`)
  }

  /** Follows the stream from `after` until `until` says so; answers every stored event seen. */
  async follow(
    session: string,
    until: (event: StoredEvent) => boolean,
    after = 0,
    ms = 180_000,
  ): Promise<StoredEvent[]> {
    const seen: StoredEvent[] = []
    const stop = new AbortController()
    const late = setTimeout(
      () => stop.abort(new Error(`not seen within ${ms} ms: ${until}\n${tail(seen)}`)),
      ms,
    )
    try {
      const response = await this.fetch(`/api/sessions/${session}/events?after=${after}`, {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      })
      let text = ''
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        let end = text.indexOf('\n\n')
        for (; end >= 0; end = text.indexOf('\n\n')) {
          const frame = text.slice(0, end)
          text = text.slice(end + 2)
          if (!/^id: /m.test(frame)) continue
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          if (!data) continue
          const event = JSON.parse(data) as StoredEvent
          seen.push(event)
          if (until(event)) return seen
        }
      }
      throw new Error(`the stream ended\n${tail(seen)}`)
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error
    } finally {
      clearTimeout(late)
      stop.abort()
    }
  }
}

const tail = (events: StoredEvent[]) =>
  events
    .slice(-12)
    .map((event) => JSON.stringify(event).slice(0, 300))
    .join('\n')

export const runEnded = (event: StoredEvent) => event.type === 'status' && event.status === 'idle'
