import type { Page, Request } from 'playwright-core'

const loading = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])

/** What a page asks of the network: what an action caused, and what was going on by itself before. */
export class RequestLog {
  #open = new Map<Request, { at: number; url: string }>()
  #recent: { url: string; at: number }[] = []
  #finished = 0
  #armed = 0
  #caused: { url: string; status?: number; failed?: string; type: string; at: number }[] = []
  #noisy = new Set<string>()

  constructor(page: Page) {
    page.on('request', (request) => this.#start(request))
    page.on('requestfinished', (request) => void this.#end(request))
    page.on('requestfailed', (request) => void this.#end(request, request.failure()?.errorText ?? 'failed'))
  }

  /** From here on requests count as caused. A url asked for three times in the last 5 s was there anyway. */
  arm(): void {
    const now = performance.now()
    const counts = new Map<string, number>()
    for (const { url, at } of this.#recent) if (now - at < 5000) counts.set(url, (counts.get(url) ?? 0) + 1)
    this.#noisy = new Set([...counts].filter(([, n]) => n >= 3).map(([url]) => url))
    this.#armed = now
    this.#finished = 0
    this.#caused = []
  }

  /** ms since nothing that was caused is under way; 0 while something is; Infinity when nothing was caused. */
  quietFor(): number {
    for (const { at, url } of this.#open.values())
      if (at >= this.#armed && !this.#noisy.has(plain(url))) return 0
    return this.#finished ? performance.now() - this.#finished : Number.POSITIVE_INFINITY
  }
  caused() {
    return this.#caused
  }
  /** requests still under way, also those from before */
  underWay(): number {
    return this.#open.size
  }

  #start(request: Request): void {
    if (!loading.has(request.resourceType())) return
    const now = performance.now()
    const url = request.url()
    this.#open.set(request, { at: now, url })
    this.#recent.push({ url: plain(url), at: now })
    if (this.#recent.length > 400) this.#recent.splice(0, 200)
    if (this.#armed && !this.#noisy.has(plain(url)) && this.#caused.length < 60)
      this.#caused.push({ url, type: request.resourceType(), at: now })
  }
  async #end(request: Request, failed?: string): Promise<void> {
    const started = this.#open.get(request)
    this.#open.delete(request)
    if (!started || started.at < this.#armed || this.#noisy.has(plain(started.url))) return
    this.#finished = performance.now()
    const entry = this.#caused.find((c) => c.url === started.url && c.at === started.at)
    if (!entry) return
    if (failed) entry.failed = failed
    else entry.status = (await request.response().catch(() => null))?.status()
  }
}

// Pollers often carry a time or a counter in the query: without it, it is the same url again.
function plain(url: string): string {
  return url.split(/[?#]/)[0]!
}
