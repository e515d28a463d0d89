import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { BrowserHome, Eyes } from './browser-session.ts'
import { connect } from './connect.ts'
import { Dialogs } from './dialogs.ts'
import { Downloads } from './downloads.ts'
import type { BrowserOptions } from './options.ts'
import { Refusal } from './refusal.ts'
import { Tab } from './tab.ts'
import { until } from './time.ts'

const popupGraceMs = 4000

/** The picture last shown to the model: its pixels are what x and y mean. */
export interface ShownPicture {
  tab: Tab
  scale: number
  width: number
  height: number
  scrollX: number
  scrollY: number
  url: string
}

/** What one session's browser is at the moment: connection, tabs, news that the model has not been told yet. */
export class Desk {
  readonly home: BrowserHome
  readonly options: BrowserOptions
  readonly dialogs: Dialogs
  readonly downloads: Downloads
  tabs: Tab[] = []
  picture: ShownPicture | undefined
  /** said with the next result */
  news: string[] = []
  used = false
  inputAllowed = true
  /** a chooser that a click opened and that waits for files */
  chooser: { tab: Tab; backendNodeId: number; multiple: boolean } | undefined
  /** tab ids that appeared, in order; an action compares before and after */
  opened: Tab[] = []
  closedTabs: { id: string; title: string }[] = []
  #current: Tab | undefined
  #browser: Browser | undefined
  #context: BrowserContext | undefined
  #connecting: Promise<void> | undefined
  #count = 0
  #lastAct = 0
  #acting = 0
  #attaching = new Set<Promise<unknown>>()
  #closing = false

  constructor(home: BrowserHome, options: BrowserOptions) {
    this.home = home
    this.options = options
    this.dialogs = new Dialogs((text) => this.news.push(text), home.now)
    this.downloads = new Downloads(home, (news) => options.onDownload?.(news))
  }

  get eyes(): Eyes | undefined {
    return this.options.askEyes ? this.options.askEyes() : this.options.eyes
  }
  get current(): Tab | undefined {
    return this.#current
  }
  get connected(): boolean {
    return !!this.#browser?.isConnected()
  }

  /** The tab to work in; connects, reconnects and opens a tab as needed, saying so in `news`. */
  async ready(signal: AbortSignal): Promise<Tab> {
    if (!this.connected) {
      this.#connecting ??= this.#connect(signal).finally(() => {
        this.#connecting = undefined
      })
      await this.#connecting
    }
    this.used = true
    await this.settleTabs()
    const tab = this.#current
    if (tab && !tab.closed && !tab.crashed) return tab
    if (tab?.crashed) return this.#afterCrash(tab)
    const other = this.tabs.at(-1)
    if (other) {
      this.#current = other
      return other
    }
    return this.newTab()
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const again = this.#browser !== undefined
    const lostUrl = this.#current?.page.url()
    const { browser, notes } = await connect(this.home, signal)
    this.#browser = browser
    this.tabs = []
    this.#current = undefined
    this.picture = undefined
    const context = browser.contexts()[0]
    if (!context) throw new Error('Chrome answers but has no window')
    this.#context = context
    context.on('page', (page) => this.#attachLater(page))
    await Promise.all([this.downloads.watch(browser), ...context.pages().map((page) => this.#attach(page))])
    this.tabs.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
    this.#current = (await this.#inFront()) ?? this.tabs.at(-1)
    this.opened = []
    const here = this.#current?.page.url()
    if (again)
      notes.unshift(
        lostUrl && here !== lostUrl
          ? `The browser was restarted and is connected again. Before, the tab was at ${lostUrl}; numbers from before are no longer valid.`
          : 'The connection to the browser was lost and is there again; numbers from before are no longer valid.',
      )
    this.news.push(...notes)
  }

  #attachLater(page: Page): void {
    const work = this.#attach(page).catch(() => undefined)
    this.#attaching.add(work)
    void work.finally(() => this.#attaching.delete(work))
  }
  async #attach(page: Page): Promise<Tab | undefined> {
    const known = this.tabs.find((t) => t.page === page)
    if (known || page.isClosed()) return known
    const tab = await Tab.attach(`t${++this.#count}`, page, this.home.now)
    if (tab.closed) return undefined
    this.dialogs.watch(tab)
    tab.cdp.on('Page.fileChooserOpened', ({ backendNodeId, mode }) => {
      if (backendNodeId) this.chooser = { tab, backendNodeId, multiple: mode === 'selectMultiple' }
    })
    await this.#interceptChooser(tab)
    page.on('close', () => this.#closed(tab))
    this.tabs.push(tab)
    this.opened.push(tab)
    const opener = await page.opener().catch(() => null)
    const ours = this.#acting > 0 || performance.now() - this.#lastAct < popupGraceMs
    // A tab that an action opened is where the work goes on; one that a person opened is only listed.
    if (!ours || !this.inputAllowed || (opener !== this.#current?.page && !this.#acting)) return tab
    this.#current = tab
    // One that comes when its action has been told already is told with the next result.
    if (!this.#acting)
      this.news.push(`new tab ${tab.id} ${page.url()} opened after the last action (now the current tab)`)
    return tab
  }
  #closed(tab: Tab): void {
    this.tabs = this.tabs.filter((t) => t !== tab)
    this.opened = this.opened.filter((t) => t !== tab)
    this.closedTabs.push({ id: tab.id, title: tab.page.url() })
    if (this.#current !== tab || this.#closing) return
    void tab.page
      .opener()
      .catch(() => null)
      .then((opener) => {
        if (this.#current !== tab) return
        this.#current = this.tabs.find((t) => t.page === opener) ?? this.tabs.at(-1)
      })
  }
  async #interceptChooser(tab: Tab): Promise<void> {
    await tab
      .ask(() => tab.cdp.send('Page.setInterceptFileChooserDialog', { enabled: this.inputAllowed }), 2000)
      .catch(() => undefined)
  }
  async #inFront(): Promise<Tab | undefined> {
    if (this.tabs.length === 1) return this.tabs[0]
    for (const tab of this.tabs) {
      const state = await tab
        .ask(
          () =>
            tab.cdp.send('Runtime.evaluate', { expression: 'document.visibilityState', returnByValue: true }),
          1000,
        )
        .catch(() => undefined)
      if (state?.result.value === 'visible') return tab
    }
    return undefined
  }
  async #afterCrash(tab: Tab): Promise<Tab> {
    const url = tab.page.url()
    this.news.push(`The tab ${tab.id} (${url}) crashed; it was opened again, what was typed in it is lost.`)
    const fresh = await this.newTab()
    await tab.page.close().catch(() => undefined)
    if (/^https?:/.test(url))
      await fresh.page.goto(url, { waitUntil: 'domcontentloaded', timeout: 10_000 }).catch(() => undefined)
    return fresh
  }

  /** a tab is on its way */
  get attaching(): boolean {
    return this.#attaching.size > 0
  }
  /** Tabs that are on their way are there afterwards. */
  async settleTabs(): Promise<void> {
    while (this.#attaching.size) await Promise.all(this.#attaching)
  }

  async newTab(): Promise<Tab> {
    if (this.tabs.length >= 15)
      throw new Refusal(
        'E_TABS',
        'There are 15 tabs already. Close some first: browser_open with go "close" and tab.',
      )
    const page = await this.#context!.newPage()
    await this.settleTabs()
    const tab = await until(() => this.tabs.find((t) => t.page === page), 5000)
    if (!tab) throw new Refusal('E_TAB_FROZEN', 'The new tab did not become ready.', 'timeout')
    this.opened = this.opened.filter((t) => t !== tab)
    this.#current = tab
    return tab
  }
  async switchTo(tab: Tab): Promise<void> {
    this.#current = tab
    this.opened = this.opened.filter((t) => t !== tab)
    if (!tab.dialog) await tab.page.bringToFront().catch(() => undefined)
  }
  find(id: string): Tab {
    const wanted = /^\d+$/.test(id) ? `t${id}` : id.toLowerCase()
    const tab = this.tabs.find((t) => t.id === wanted)
    if (tab) return tab
    throw new Refusal(
      'E_NO_TAB',
      `There is no tab ${id}. Open tabs: ${this.tabs.map((t) => `${t.id} ${t.page.url()}`).join(', ') || 'none'}.`,
    )
  }

  /** While `work` runs, new tabs and downloads are its own. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#acting++
    this.downloads.acting = true
    try {
      return await work()
    } finally {
      this.#acting--
      this.#lastAct = performance.now()
      this.downloads.acting = this.#acting > 0
    }
  }

  async setInput(allowed: boolean): Promise<void> {
    this.inputAllowed = allowed
    this.dialogs.person = !allowed
    for (const tab of this.tabs) await this.#interceptChooser(tab)
    if (allowed) {
      const front = await this.#inFront()
      if (front) this.#current = front
    }
  }

  takeNews(): string[] {
    return this.news.splice(0)
  }

  async close(): Promise<void> {
    this.#closing = true
    this.dialogs.close()
    // Over CDP this only lets go: the person's tabs stay.
    await this.#browser?.close().catch(() => undefined)
    this.#browser = undefined
  }
}
