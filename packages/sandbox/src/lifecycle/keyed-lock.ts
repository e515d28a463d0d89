/** One thing at a time for each key, in the order asked. */
export class KeyedLock {
  #tails = new Map<string, Promise<unknown>>()

  isHeld(key: string): boolean {
    return this.#tails.has(key)
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const tail = mine.then(
      () => {},
      () => {},
    )
    this.#tails.set(key, tail)
    tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return mine
  }
}
