import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { News } from './news.ts'

type Program = 'display' | 'browser' | 'gateway'

/** How often the start script had to start each program again, and news of it as it happens. */
export class Restarts {
  readonly #folder: string
  readonly #news: News
  readonly #told = new Map<Program, number>()
  #watcher?: FSWatcher

  constructor(runFolder: string, news: News) {
    this.#folder = runFolder
    this.#news = news
  }

  start(): void {
    for (const program of ['display', 'browser'] as const) this.#told.set(program, this.count(program))
    this.#watcher = watch(this.#folder, () => this.look())
    this.#watcher.unref()
  }

  stop(): void {
    this.#watcher?.close()
  }

  count(program: Program): number {
    return this.#read(program).count
  }

  look(): void {
    for (const program of ['display', 'browser'] as const) {
      const { count, code } = this.#read(program)
      if (count <= (this.#told.get(program) ?? 0)) continue
      this.#told.set(program, count)
      if (program === 'display') this.#news.tell({ type: 'display.restarted', restarts: count })
      else this.#news.tell({ type: 'browser.restarted', restarts: count, reason: reasonOf(code) })
    }
  }

  #read(program: Program): { count: number; code: number } {
    try {
      const [count, code] = readFileSync(join(this.#folder, `${program}.restarts`), 'utf8')
        .split(' ')
        .map(Number)
      return { count: count || 0, code: code || 0 }
    } catch {
      // No file: it never ended.
      return { count: 0, code: 0 }
    }
  }
}

/** `code` as a shell tells it: above 128 it was a signal. */
function reasonOf(code: number): string {
  if (code === 137) return 'it was killed, perhaps because memory ran out'
  if (code === 143) return 'it was asked to end'
  if (code > 128) return `it crashed with signal ${code - 128}`
  return `it ended with ${code}`
}
