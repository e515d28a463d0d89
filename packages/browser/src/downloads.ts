import type { Browser, CDPSession } from 'playwright-core'
import type { BrowserHome } from './browser-session.ts'
import type { DownloadNews } from './options.ts'

export interface Download {
  guid: string
  url: string
  name: string
  state: 'running' | 'done' | 'failed'
  received: number
  total: number
  path?: string
  startedAt: number
  byPerson: boolean
  ended: Promise<void>
}

/** Chrome's downloads, the agent's and a person's: into one folder, under their real names. */
export class Downloads {
  readonly all: Download[] = []
  #session: CDPSession | undefined
  readonly #home: BrowserHome
  readonly #told: (news: DownloadNews) => void
  readonly #finish = new Map<string, () => void>()
  #naming: Promise<void> = Promise.resolve()
  /** an action of the agent is under way */
  acting = false

  constructor(home: BrowserHome, told: (news: DownloadNews) => void) {
    this.#home = home
    this.#told = told
  }

  async watch(browser: Browser): Promise<void> {
    const session = await browser.newBrowserCDPSession()
    this.#session = session
    session.on('Browser.downloadWillBegin', (event) => this.#begin(event))
    session.on('Browser.downloadProgress', (event) => this.#progress(event))
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: this.#folder(),
      eventsEnabled: true,
    })
  }
  #folder(): string {
    return `${this.#home.downloads}/.part`
  }

  #begin(event: { guid: string; url: string; suggestedFilename: string }): void {
    const ended = new Promise<void>((done) => this.#finish.set(event.guid, done))
    this.all.push({
      guid: event.guid,
      url: event.url,
      name: safeName(event.suggestedFilename),
      state: 'running',
      received: 0,
      total: 0,
      startedAt: this.#home.now(),
      byPerson: !this.acting,
      ended,
    })
  }
  #progress(event: { guid: string; state: string; receivedBytes: number; totalBytes: number }): void {
    const download = this.all.find((d) => d.guid === event.guid)
    if (download?.state !== 'running') return
    download.received = event.receivedBytes
    download.total = event.totalBytes
    if (event.state === 'canceled') this.#end(download, 'failed')
    else if (event.state === 'completed') {
      // One after the other: two files of one name must not take the same place.
      this.#naming = this.#naming.then(() => this.#keep(download)).catch(() => this.#end(download, 'failed'))
    }
  }
  async #keep(download: Download): Promise<void> {
    const taken = new Set((await this.#home.files.list(this.#home.downloads)).map((n) => n.split('/').pop()))
    const path = `${this.#home.downloads}/${freeName(download.name, taken)}`
    await this.#home.files.move(`${this.#folder()}/${download.guid}`, path)
    download.path = path
    const size = (await this.#home.files.stat(path))?.size ?? download.received
    download.received = size
    this.#end(download, 'done')
    this.#told({ path, size, url: download.url, byPerson: download.byPerson })
  }
  #end(download: Download, state: 'done' | 'failed'): void {
    download.state = state
    this.#finish.get(download.guid)?.()
    this.#finish.delete(download.guid)
  }

  async cancel(download: Download): Promise<void> {
    await this.#session?.send('Browser.cancelDownload', { guid: download.guid }).catch(() => undefined)
  }
}

// Names come from servers: no folders, no hidden files, nothing that a shell or another system chokes on.
export function safeName(suggested: string): string {
  const last = suggested.normalize('NFC').split(/[/\\]/).pop() ?? ''
  const clean = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
    .replace(/[\u0000-\u001f\u007f<>:"|?*\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (!clean) return 'download'
  if (Buffer.byteLength(clean) <= 200) return clean
  const dot = clean.lastIndexOf('.')
  const end = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : ''
  let stem = clean.slice(0, clean.length - end.length)
  while (Buffer.byteLength(stem) + Buffer.byteLength(end) > 200) stem = [...stem].slice(0, -1).join('')
  return stem + end
}
/** `a.csv`, `a (1).csv`, `a (2).csv`, … */
export function freeName(name: string, taken: ReadonlySet<string | undefined>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let i = 1; ; i++) if (!taken.has(`${stem} (${i})${end}`)) return `${stem} (${i})${end}`
}

/** "1.5 kB (1536 bytes)" */
export function exactSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${sizeText(bytes)}, ${bytes} bytes`
}
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
