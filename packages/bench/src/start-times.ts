import { loadavg } from 'node:os'
import { median } from './bench.ts'

// As the lifecycle tells its progress: what begins with each phase.
const WORDS: Record<string, string> = {
  create: 'make volume and container',
  start: 'start the container',
  boot: 'display, browser, gateway and walls',
}

/** What the starts of sandboxes spend their time on. */
export class StartTimes {
  #marks: [phase: string, at: number][] = []
  #spent = new Map<string, number[]>()

  /** For the next start. */
  watch(): (progress: { phase: string }) => void {
    this.#marks = []
    return ({ phase }) => void this.#marks.push([phase, performance.now()])
  }

  done(): void {
    const end = performance.now()
    for (const [index, [phase, at]] of this.#marks.entries()) {
      const ms = (this.#marks[index + 1]?.[1] ?? end) - at
      this.#spent.set(phase, [...(this.#spent.get(phase) ?? []), ms])
    }
  }

  /** Medians since the last note, and how busy the machine was. */
  note(): string {
    const parts = [...this.#spent].map(([phase, ms]) => `${Math.round(median(ms))} ${WORDS[phase] ?? phase}`)
    this.#spent.clear()
    return `${parts.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`
  }
}
