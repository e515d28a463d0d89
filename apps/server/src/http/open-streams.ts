/** Streams that end together, by key. */
export class OpenStreams {
  readonly #open = new Map<string, Set<() => void>>()

  /** the returned function forgets it */
  add(key: string, end: () => void): () => void {
    const all = this.#open.get(key) ?? new Set()
    this.#open.set(key, all.add(end))
    return () => {
      all.delete(end)
      if (all.size === 0) this.#open.delete(key)
    }
  }

  end(key: string): void {
    for (const end of [...(this.#open.get(key) ?? [])]) end()
  }
}
