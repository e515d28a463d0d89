/**
 * Ends the container when nobody asks any more. Minutes are counted as ticks of its own running time: the wall clock
 * jumps when a container is paused, and a sandbox that slept for a week was not forgotten by its server.
 */
export class Deadman {
  readonly #limit: number
  readonly #end: () => void
  #silent = 0
  #timer?: NodeJS.Timeout

  constructor(limitMinutes: number, end: () => void) {
    this.#limit = limitMinutes
    this.#end = end
  }

  start(): void {
    if (this.#limit > 0) this.#timer = setInterval(() => this.tick(), 60_000).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  asked(): void {
    this.#silent = 0
  }

  /** One minute went by. */
  tick(): void {
    this.#silent += 1
    if (this.#silent === this.#limit) this.#end()
  }
}
