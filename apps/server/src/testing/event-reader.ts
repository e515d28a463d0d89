import { get } from 'node:http'

export interface ReadEvent {
  id?: string
  event: string
  data: Record<string, unknown>
}

/** A minimal EventSource: reads one answer until closed. `next` waits for the event that fits. */
export class EventReader {
  readonly events: ReadEvent[] = []
  readonly comments: string[] = []
  readonly headers: Promise<Record<string, unknown>>
  readonly ended: Promise<void>
  readonly #request: ReturnType<typeof get>
  #waiting: (() => void)[] = []
  #rest = ''

  constructor(url: string, headers: Record<string, string>) {
    let open: (headers: Record<string, unknown>) => void = () => {}
    let end: () => void = () => {}
    this.headers = new Promise((resolve) => {
      open = resolve
    })
    this.ended = new Promise((resolve) => {
      end = resolve
    })
    this.#request = get(url, { headers, agent: false }, (answer) => {
      open({ ...answer.headers, status: answer.statusCode })
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => this.#take(chunk))
      answer.on('close', end)
      answer.on('error', end)
    })
    this.#request.on('error', end)
  }

  async next(fits: (event: ReadEvent) => boolean): Promise<ReadEvent> {
    for (;;) {
      const found = this.events.find(fits)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  close(): void {
    this.#request.destroy()
  }

  #take(chunk: string) {
    const blocks = (this.#rest + chunk).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      )
      const data = fields.get('data')
      if (data === undefined) this.comments.push(block)
      else {
        const id = fields.get('id')
        this.events.push({
          ...(id === undefined ? {} : { id }),
          event: fields.get('event') ?? 'message',
          data: JSON.parse(data) as Record<string, unknown>,
        })
      }
    }
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
