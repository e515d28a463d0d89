/** Counts failed tries by name; after `most` within `windowMs` the next is refused. */
export class TryLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #now: () => number
  readonly #failed = new Map<string, number[]>()

  constructor(most: number, windowMs: number, now: () => number) {
    this.#most = most
    this.#windowMs = windowMs
    this.#now = now
  }

  /** ms to wait; 0 = go on */
  wait(key: string): number {
    const failed = this.#recent(key)
    const oldest = failed[0]
    return failed.length < this.#most || oldest === undefined ? 0 : oldest + this.#windowMs - this.#now()
  }

  fail(key: string): void {
    // A stranger may try any number of names: the list may not grow with them.
    if (this.#failed.size > 10_000) this.#failed.clear()
    this.#failed.set(key, [...this.#recent(key), this.#now()])
  }

  clear(key: string): void {
    this.#failed.delete(key)
  }

  #recent(key: string): number[] {
    const since = this.#now() - this.#windowMs
    return (this.#failed.get(key) ?? []).filter((time) => time > since)
  }
}
