/** The browser's EventSource as a test drives it: it opens, fails and says what the test wants. */
export class FakeEventSource {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  static get last(): FakeEventSource {
    return FakeEventSource.all.at(-1)!
  }

  readonly url: string
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #listeners = new Map<string, (message: { data: string }) => void>()

  constructor(url: string) {
    this.url = url
    FakeEventSource.all.push(this)
  }
  addEventListener(type: string, listener: (message: { data: string }) => void): void {
    this.#listeners.set(type, listener)
  }
  close(): void {
    this.readyState = 2
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  /** `closed`: the browser gave up, as after an answer that is no stream */
  fail(closed: boolean): void {
    this.readyState = closed ? 2 : 0
    this.onerror?.()
  }
  say(type: string, data: object): void {
    this.#listeners.get(type)?.({ data: JSON.stringify(data) })
  }
}
