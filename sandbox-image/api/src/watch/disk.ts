import { execFile } from 'node:child_process'
import { Refusal } from '../http/refusal.ts'
import type { Settings } from '../settings.ts'
import type { News } from './news.ts'

const EVERY_MS = 60_000
const NEAR = 0.9
type Level = 'ok' | 'near' | 'full'

/** How much of its disk the sandbox has used: workspace and home, looked at once a minute while awake. */
export class Disk {
  readonly #folders: string[]
  readonly #limit: number
  readonly #news: News
  #used = 0
  #level: Level = 'ok'
  #timer?: NodeJS.Timeout
  #looking?: Promise<void>

  constructor(settings: Settings, news: News) {
    this.#folders = [settings.workspace, settings.home]
    this.#limit = settings.diskLimitBytes
    this.#news = news
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref()
    // The first look waits: at a start there are more urgent things for the processor.
    setTimeout(() => void this.look(), 5_000).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  get usage(): { usedBytes: number; limitBytes: number; full: boolean } {
    return { usedBytes: this.#used, limitBytes: this.#limit, full: this.#level === 'full' }
  }

  /** A line for whoever works in the sandbox, while there is no room left. */
  get note(): string | undefined {
    if (this.#level !== 'full') return undefined
    return `The disk of this sandbox is full (${mib(this.#used)} of ${mib(this.#limit)} MiB): delete files to go on writing.`
  }

  /** Throws 507 DISK_FULL when `bytes` more do not fit. What was full is looked at again: things may have been deleted. */
  async makeSureOfRoom(bytes: number): Promise<void> {
    if (this.#limit === 0) return
    if (this.#level === 'full' || this.#used + bytes > this.#limit) await this.look()
    if (this.#used + bytes <= this.#limit) return
    throw new Refusal(
      507,
      'DISK_FULL',
      `The sandbox's disk is full: ${mib(this.#used)} of ${mib(this.#limit)} MiB are used and ${mib(bytes)} MiB more do not fit. Delete files in /workspace or the home folder first.`,
    )
  }

  /** Counts what was written since the last look, so that many small writes can't slip through between two. */
  wrote(bytes: number): void {
    this.#used += bytes
    this.#judge()
  }

  look(): Promise<void> {
    this.#looking ??= this.#measure().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #measure(): Promise<void> {
    const used = await new Promise<number | undefined>((done) => {
      execFile('nice', ['du', '-sxk', ...this.#folders], { timeout: 50_000 }, (_error, stdout) => {
        // du ends with 1 when a file vanished under its hands; its sums are still right.
        const sums = [...stdout.matchAll(/^(\d+)\t/gm)].map((match) => Number(match[1]) * 1024)
        done(sums.length > 0 ? sums.reduce((a, b) => a + b) : undefined)
      })
    })
    if (used === undefined) return
    this.#used = used
    this.#judge()
  }

  #judge(): void {
    const level = this.#limit === 0 ? 'ok' : levelOf(this.#used / this.#limit)
    if (level === this.#level) return
    this.#level = level
    this.#news.tell({ type: 'disk', usedBytes: this.#used, limitBytes: this.#limit, level })
  }
}

function levelOf(share: number): Level {
  if (share >= 1) return 'full'
  return share >= NEAR ? 'near' : 'ok'
}

const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
