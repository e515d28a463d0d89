import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { RelayAnswer, type RelayAsk } from '@deskhand/protocol/sandbox'

const MOST_WAITING = 256

type Answer = { result: unknown } | { error: { code: string; message: string } }

/** Where a program's question goes: the server, while it is connected. */
export interface RelayLine {
  send(ask: RelayAsk): void
}

/**
 * The way out for programs in the sandbox, which never connect to the server: they write a line of JSON to a Unix
 * socket, and the answer comes back as a line.
 */
export class Relay {
  readonly #path: string
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  #server?: Server
  #line?: RelayLine
  #count = 0

  constructor(path: string) {
    this.#path = path
  }

  listen(): Promise<void> {
    // Left behind by an earlier life of the gateway.
    rmSync(this.#path, { force: true })
    this.#server = createServer((socket) => this.#serve(socket))
    return new Promise((done, fail) => {
      this.#server?.once('error', fail).listen(this.#path, done)
    })
  }

  close(): void {
    this.#server?.close()
    this.disconnect(this.#line)
  }

  /** The newest connection of the server is the one that counts. */
  connect(line: RelayLine): void {
    this.disconnect(this.#line)
    this.#line = line
  }

  disconnect(line: RelayLine | undefined): void {
    if (!line || line !== this.#line) return
    this.#line = undefined
    for (const answer of this.#waiting.values()) answer(noServer('The server went away before it answered.'))
    this.#waiting.clear()
  }

  /** What the server sent; what is no answer to anything is ignored. */
  answer(text: string): void {
    const { id, ...answer } = RelayAnswer.parse(JSON.parse(text))
    this.#waiting.get(id)?.(answer as Answer)
    this.#waiting.delete(id)
  }

  #serve(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    let before = Promise.resolve()
    createInterface({ input: socket }).on('line', (line) => {
      const answer = this.#ask(line)
      before = before.then(async () => {
        const text = JSON.stringify(await answer)
        if (!socket.destroyed) socket.write(`${text}\n`)
      })
    })
  }

  #ask(line: string): Promise<Answer> {
    let asked: { method?: unknown; params?: unknown }
    try {
      asked = JSON.parse(line)
    } catch {
      return Promise.resolve({ error: { code: 'BAD_REQUEST', message: 'This line is not JSON.' } })
    }
    if (typeof asked?.method !== 'string')
      return Promise.resolve({ error: { code: 'BAD_REQUEST', message: 'A question needs a method.' } })
    if (!this.#line) return Promise.resolve(noServer('No server is connected to this sandbox just now.'))
    if (this.#waiting.size >= MOST_WAITING)
      return Promise.resolve({ error: { code: 'BUSY', message: 'Too many questions wait for an answer.' } })
    this.#count += 1
    const id = String(this.#count)
    const answered = new Promise<Answer>((done) => this.#waiting.set(id, done))
    this.#line.send({ id, method: asked.method, params: asked.params })
    return answered
  }
}

const noServer = (message: string): Answer => ({ error: { code: 'NO_SERVER', message } })
