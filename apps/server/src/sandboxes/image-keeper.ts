import type { ImageProgress } from '@deskhand/sandbox'

type Ensure = (onProgress: (progress: ImageProgress) => void, signal: AbortSignal) => Promise<void>

/** The sandbox's image while it is being pulled or built, for everybody who waits for it. One attempt at a time. */
export class ImageKeeper {
  readonly #ensure: Ensure
  readonly #closing = new AbortController()
  readonly #listeners = new Set<(progress: ImageProgress) => void>()
  #attempt: Promise<void> | undefined
  #present = false

  constructor(ensure: Ensure) {
    this.#ensure = ensure
  }

  get state(): { present: boolean; building?: boolean } {
    return { present: this.#present, ...(this.#attempt === undefined ? {} : { building: true }) }
  }

  /** Resolves when it is there; a failed attempt is made again at the next call. */
  async ready(onProgress: (progress: ImageProgress) => void = () => {}): Promise<void> {
    if (this.#present) return
    this.#listeners.add(onProgress)
    this.#attempt ??= this.#ensure((progress) => this.#tell(progress), this.#closing.signal)
      .then(() => {
        this.#present = true
      })
      .finally(() => {
        this.#attempt = undefined
      })
    try {
      await this.#attempt
    } finally {
      this.#listeners.delete(onProgress)
    }
  }

  /** It was removed behind our back. */
  lost(): void {
    this.#present = false
  }

  close(): void {
    this.#closing.abort(new Error('The server stops.'))
  }

  #tell(progress: ImageProgress) {
    for (const listener of this.#listeners) listener(progress)
  }
}
