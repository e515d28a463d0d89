export interface Slot {
  release(): void
}
interface Waiter {
  grant(slot: Slot): void
  tell?: (place: number) => void
  told?: number
}

/**
 * At most `max` sandboxes run. When all places are taken, room is made by putting an idle one to sleep; where there is
 * none, those who ask wait in order and hear their place.
 */
export class Slots {
  #max: number
  #taken = new Set<Slot>()
  #waiters: Waiter[] = []
  #serving?: Promise<void>
  #makeRoom: () => Promise<boolean>

  /** `makeRoom` puts one to sleep (which releases its slot) and says whether it did. */
  constructor(max: number, makeRoom: () => Promise<boolean>) {
    this.#max = max
    this.#makeRoom = makeRoom
  }

  get waiting(): number {
    return this.#waiters.length
  }

  get taken(): number {
    return this.#taken.size
  }

  /** Only when a place is free and nobody waits: for work that can wait. */
  tryTake(): Slot | undefined {
    return this.#waiters.length === 0 && this.#taken.size < this.#max ? this.#issue() : undefined
  }

  /** For one that runs already (adopted): over the limit too. */
  occupy(): Slot {
    return this.#issue()
  }

  /** `onPlace` is told 1, 2, … while waiting; rejects with the signal's reason. */
  take(options: { signal?: AbortSignal; onPlace?: (place: number) => void } = {}): Promise<Slot> {
    const { signal, onPlace } = options
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const left = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        this.#tellPlaces()
        reject(signal?.reason)
      }
      const grant = (slot: Slot) => {
        signal?.removeEventListener('abort', left)
        resolve(slot)
      }
      const waiter: Waiter = { grant, tell: onPlace }
      signal?.addEventListener('abort', left, { once: true })
      this.#waiters.push(waiter)
      this.serve()
    })
  }

  /** Something may have become idle: look again. */
  serve(): void {
    if (this.#serving) {
      this.#again = true
      return
    }
    this.#serving = this.#serveAll().finally(() => {
      this.#serving = undefined
      if (this.#again) this.serve()
    })
  }
  #again = false

  async #serveAll(): Promise<void> {
    this.#again = false
    while (this.#waiters.length > 0) {
      if (this.#taken.size < this.#max) this.#waiters.shift()?.grant(this.#issue())
      else if (!(await this.#makeRoom())) break
    }
    this.#tellPlaces()
  }

  #issue(): Slot {
    const slot = {
      release: () => {
        if (this.#taken.delete(slot)) this.serve()
      },
    }
    this.#taken.add(slot)
    return slot
  }

  #tellPlaces(): void {
    this.#waiters.forEach((waiter, index) => {
      if (waiter.told === index + 1) return
      waiter.told = index + 1
      waiter.tell?.(index + 1)
    })
  }
}
