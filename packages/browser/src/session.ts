import { type ClickArgs, click } from './actions/click.ts'
import { drag } from './actions/drag.ts'
import { type FileArgs, file } from './actions/file.ts'
import { type FillArgs, fill } from './actions/fill.ts'
import { type OpenArgs, open } from './actions/open.ts'
import { press } from './actions/press.ts'
import { script } from './actions/script.ts'
import { type ScrollArgs, scroll } from './actions/scroll.ts'
import { type TypeArgs, type } from './actions/type.ts'
import { pageHas, type ViewArgs, view } from './actions/view.ts'
import { Artefacts } from './artefacts.ts'
import type { BrowserHome, BrowserResult } from './browser-session.ts'
import { Desk } from './desk.ts'
import { dialogText } from './dialogs.ts'
import { freshLook } from './fresh-look.ts'
import type { BrowserOptions } from './options.ts'
import { readInOwnTab } from './own-tab.ts'
import { pictureForPerson } from './pictures.ts'
import { DialogInTheWay, Gone, Refusal } from './refusal.ts'
import { type RiskQuestion, riskOf } from './risk.ts'
import type { Tab } from './tab.ts'

/** A stop ends what waits for the page at once, also a navigation that nobody answers. */
async function stoppable<T>(tab: Tab, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = () => {
    tab.interrupt(signal.reason)
    void tab.cdp.send('Page.stopLoading').catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * One session's browser. It connects at first use and heals itself: Chrome or the server may restart in between. Every
 * action answers a BrowserResult, also when it fails; only an aborted signal is thrown.
 */
export class BrowserSession {
  readonly #desk: Desk
  readonly #artefacts: Artefacts | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #takenOver: Awaited<ReturnType<typeof freshLook>>['mark'] | undefined

  private constructor(home: BrowserHome, options: BrowserOptions) {
    this.#desk = new Desk(home, options)
    this.#artefacts = options.artefacts && new Artefacts(options.artefacts, options.artefactBytes)
  }

  /** Connects now; throws when Chrome does not answer. */
  static async connect(home: BrowserHome, options: BrowserOptions = {}): Promise<BrowserSession> {
    const session = new BrowserSession(home, options)
    await session.#desk.ready(options.signal ?? new AbortController().signal)
    session.#desk.used = false
    return session
  }

  open = (args: OpenArgs, signal?: AbortSignal) => this.#run('open', args, signal, open)
  view = (args: ViewArgs = {}, signal?: AbortSignal) => this.#run('view', args, signal, view)
  click = (args: ClickArgs, signal?: AbortSignal) => this.#run('click', args, signal, click)
  type = (args: TypeArgs, signal?: AbortSignal) => this.#run('type', args, signal, type)
  fill = (args: FillArgs, signal?: AbortSignal) => this.#run('fill', args, signal, fill)
  press = (args: { keys: string }, signal?: AbortSignal) => this.#run('press', args, signal, press)
  scroll = (args: ScrollArgs = {}, signal?: AbortSignal) => this.#run('scroll', args, signal, scroll)
  drag = (args: { target: string; to?: string }, signal?: AbortSignal) =>
    this.#run('drag', args, signal, drag)
  script = (args: { code: string }, signal?: AbortSignal) => this.#run('script', args, signal, script)
  file = (args: FileArgs, signal?: AbortSignal) => this.#run('file', args, signal, file)

  /** Tabs, current url and title in a few lines; undefined when it was never used. */
  async state(): Promise<string | undefined> {
    if (!this.#desk.used) return undefined
    if (!this.#desk.connected)
      return 'The browser is not connected just now; it connects again at the next use.'
    const lines: string[] = []
    for (const tab of this.#desk.tabs) {
      const title = tab.dialog
        ? '(a dialog is open)'
        : await tab.ask(() => tab.page.title(), 1000).catch(() => '(does not answer)')
      lines.push(
        `${tab === this.#desk.current ? '* ' : '  '}${tab.id} ${tab.page.url().slice(0, 200)}${title ? `  "${title.slice(0, 100)}"` : ''}`,
      )
    }
    return lines.length ? `tabs (* = current):\n${lines.join('\n')}` : 'no tab is open'
  }

  /** Whether the current page has this text, frames included. */
  async pageHasText(text: string): Promise<boolean> {
    const tab = this.#desk.current
    if (!tab) return false
    return (await pageHas(tab, text).catch(() => undefined)) ?? false
  }

  /** A person's text into what has focus in the tab in front; a line end is Enter. */
  typeText(text: string): Promise<void> {
    // In the order of asking: a fast hand's next character must not overtake.
    const turn = this.#typing.then(() => this.#type(text))
    this.#typing = turn.catch(() => {})
    return turn
  }
  #typing: Promise<void> = Promise.resolve()

  async #type(text: string): Promise<void> {
    const tab = await this.#front()
    const lines = text.replace(/\r\n?/g, '\n').split('\n')
    for (const [i, line] of lines.entries()) {
      if (i) await tab.ask(() => tab.page.keyboard.press('Enter'))
      if (line) await tab.ask(() => tab.page.keyboard.insertText(line))
    }
  }

  /** false while a person has control: agent calls are refused, dialogs and file choosers are the person's. */
  async setAgentInput(allowed: boolean): Promise<void> {
    if (!allowed) this.#takenOver = (await freshLook(this.#desk).catch(() => undefined))?.mark
    await this.#desk.setInput(allowed)
  }

  /** After a hand-back: the page as it is now and what changed while the person had it. */
  async freshLook(): Promise<string> {
    const { text } = await freshLook(this.#desk, this.#takenOver)
    this.#takenOver = undefined
    return text
  }

  /** Whether what a call is about to do needs the person's yes; undefined when it does not. */
  async risk(
    question: RiskQuestion & { personSaid?: readonly string[] },
  ): Promise<ReturnType<typeof riskOf>> {
    return riskOf(this.#desk, question)
  }

  /** What `body`, run in the page at `url`, returns; in a tab of its own that is closed again. Throws with a sentence. */
  readInOwnTab(url: string, body: string, signal: AbortSignal): Promise<unknown> {
    const turn = this.#queue.then(() => readInOwnTab(this.#desk, url, body, signal))
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** What the tab in front shows, as JPEG. */
  async screenshot(): Promise<Uint8Array | undefined> {
    const tab = this.#desk.current
    return tab ? pictureForPerson(tab) : undefined
  }

  async close(): Promise<void> {
    await this.#desk.close()
  }

  async #front(): Promise<Tab> {
    return this.#desk.ready(new AbortController().signal)
  }

  // One action at a time: two hands on one mouse would do neither's work.
  #run<A extends object>(
    name: string,
    args: A,
    signal: AbortSignal | undefined,
    action: (desk: Desk, tab: Tab, args: A, signal: AbortSignal) => Promise<BrowserResult>,
  ): Promise<BrowserResult> {
    const turn = this.#queue.then(() =>
      this.#guarded(name, args, signal ?? new AbortController().signal, action),
    )
    // Writing down what happened keeps the next action waiting, not this one's result.
    this.#queue = turn.then(
      (result) => this.#artefacts?.keep(name, args, result, this.#desk),
      () => undefined,
    )
    return turn
  }

  async #guarded<A extends object>(
    name: string,
    args: A,
    signal: AbortSignal,
    action: (desk: Desk, tab: Tab, args: A, signal: AbortSignal) => Promise<BrowserResult>,
  ): Promise<BrowserResult> {
    const looks = name === 'view'
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      let tab: Tab | undefined
      let begun = false
      try {
        if (!this.#desk.inputAllowed && !looks)
          throw new Refusal('E_TAKEN_OVER', 'A person has control of the browser just now; nothing was done.')
        tab = await this.#desk.ready(signal)
        const free = name === 'press' || name === 'type' || name === 'open'
        if (tab.dialog && !free) throw new Refusal('E_DIALOG_OPEN', dialogText(tab))
        begun = true
        return await stoppable(tab, signal, action(this.#desk, tab, args, signal))
      } catch (error) {
        signal.throwIfAborted()
        const lost =
          error instanceof Gone ||
          /has been closed|Target closed|disconnected|Session closed/i.test((error as Error).message)
        // Looking may be done again; what may have been done already is not.
        if (lost && (looks || !begun) && attempt === 0) continue
        return this.#failure(error, tab, lost && begun && !looks)
      }
    }
  }

  async #failure(error: unknown, tab: Tab | undefined, unknown: boolean): Promise<BrowserResult> {
    const url = tab && !tab.closed ? tab.page.url() : (this.#desk.current?.page.url() ?? '')
    const news = this.#desk.takeNews()
    const base = { url, title: '', pageChanged: false, pageMark: `${url}#failed` }
    const tell = (text: string) => [text, ...news].join('\n')
    if (error instanceof Refusal)
      return {
        ...base,
        outcome: error.outcome,
        code: error.code,
        text: tell(error.message),
        changes: error.message.split('\n')[0]!.slice(0, 120),
        shot: tab && this.#desk.options.pictures !== false ? await pictureForPerson(tab) : undefined,
      }
    if (error instanceof DialogInTheWay && tab?.dialog)
      return {
        ...base,
        outcome: 'failed',
        code: 'E_DIALOG_OPEN',
        pageChanged: true,
        text: tell(dialogText(tab)),
        changes: 'a dialog is open',
      }
    if (unknown)
      return {
        ...base,
        outcome: 'unknown',
        code: error instanceof Gone && error.what === 'tab' ? 'E_TAB_CRASHED' : 'E_BROWSER_GONE',
        pageChanged: true,
        text: tell(
          `The browser went away in the middle of this (${(error as Error).message.split('\n')[0]}). Whether it was done is not known: look with browser_view before doing it again.`,
        ),
        changes: 'the browser went away',
      }
    return {
      ...base,
      outcome: 'failed',
      code: 'E_BROWSER',
      text: tell(`The browser could not do this: ${(error as Error).message.split('\n')[0]}`),
      changes: 'failed',
    }
  }
}
