import type { GatewayEvent } from '@deskhand/protocol/sandbox'

/** What the gateway tells by itself, to whoever listens right now. */
export class News {
  readonly #listeners = new Set<(event: GatewayEvent) => void>()

  tell(event: GatewayEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Answers how to stop listening. */
  listen(listener: (event: GatewayEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
