const KEPT_BYTES = 256 * 1024
/** Clears a terminal and its colours. */
const RESET = Buffer.from('\x1bc')

/** The raw bytes of a terminal, for those who look at it now or come later. */
export class Screen {
  #kept: Buffer[] = []
  #bytes = 0
  readonly #watchers = new Set<(bytes: Buffer) => void>()

  write(bytes: Buffer): void {
    this.#kept.push(bytes)
    this.#bytes += bytes.length
    while (this.#kept.length > 1 && this.#bytes - (this.#kept[0] as Buffer).length >= KEPT_BYTES)
      this.#bytes -= (this.#kept.shift() as Buffer).length
    for (const watcher of this.#watchers) watcher(bytes)
  }

  /** What a new viewer must be sent to see what the others see. */
  replay(): Buffer {
    return Buffer.concat([RESET, ...this.#kept])
  }

  /** Answers how to stop. */
  watch(watcher: (bytes: Buffer) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
}
