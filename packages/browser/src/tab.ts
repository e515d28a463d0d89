import type { CDPSession, Dialog, Frame, Page } from 'playwright-core'
import type { Signature } from './page/words.ts'
import { DialogInTheWay, Gone, Refusal } from './refusal.ts'
import { RequestLog } from './requests.ts'
import { World } from './world.ts'

export interface OpenDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload'
  text: string
  preset: string
  since: number
  dialog: Dialog
}
/** What a number meant when the model saw it. */
export interface Shown {
  world: World
  sig: Signature
  url: string
}
interface ConsoleLine {
  at: number
  kind: string
  text: string
}

/** One tab: its page, its frames' worlds, its dialog, its numbers. Numbers are counted up and never used again. */
export class Tab {
  readonly id: string
  readonly page: Page
  readonly cdp: CDPSession
  readonly requests: RequestLog
  readonly shown = new Map<number, Shown>()
  readonly console: ConsoleLine[] = []
  /** first free number */
  next = 1
  dialog: OpenDialog | undefined
  crashed = false
  /** as the last observation had it */
  seenTitle = ''
  closed = false
  /** status of the last main document */
  status: number | undefined
  contentType = ''
  #worlds = new Map<string, World>()
  #oopif = new WeakMap<Frame, Promise<{ session: CDPSession; frameId: string } | undefined>>()
  #contexts = new WeakMap<CDPSession, Map<string, number>>()
  #interrupts = new Set<(error: Error) => void>()

  private constructor(id: string, page: Page, cdp: CDPSession) {
    this.id = id
    this.page = page
    this.cdp = cdp
    this.requests = new RequestLog(page)
  }

  /** `now` in ms since 1970. The listeners must be there before the domains are switched on. */
  static async attach(id: string, page: Page, now: () => number): Promise<Tab> {
    const cdp = await page.context().newCDPSession(page)
    const tab = new Tab(id, page, cdp)
    tab.#listen(now)
    await tab.#enable(cdp)
    return tab
  }

  #listen(now: () => number): void {
    const { page } = this
    page.on('console', (message) => this.#log(now(), message.type(), message.text()))
    page.on('pageerror', (error) => this.#log(now(), 'exception', error.message))
    page.on('crash', () => {
      this.crashed = true
      this.interrupt(new Gone('tab', 'the tab crashed'))
    })
    page.on('close', () => {
      this.closed = true
      this.interrupt(new Gone('tab', 'the tab was closed'))
    })
    page.on('framenavigated', (frame) => this.#oopif.delete(frame))
    page.on('frameattached', (frame) => this.#oopif.delete(frame))
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) {
        this.status = response.status()
        this.contentType = response.headers()['content-type'] ?? ''
      }
    })
  }
  #log(at: number, kind: string, text: string): void {
    this.console.push({ at, kind, text: text.slice(0, 1000) })
    if (this.console.length > 300) this.console.shift()
  }

  async #enable(session: CDPSession): Promise<void> {
    const contexts = new Map<string, number>()
    this.#contexts.set(session, contexts)
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const aux = context.auxData as { isDefault?: boolean; frameId?: string } | undefined
      if (aux?.isDefault && aux.frameId) contexts.set(aux.frameId, context.id)
    })
    session.on('Runtime.executionContextsCleared', () => contexts.clear())
    await Promise.all([
      this.ask(() => session.send('Page.enable')),
      this.ask(() => session.send('DOM.enable')),
      this.ask(() => session.send('Runtime.enable')),
    ])
  }

  mainContext(session: CDPSession, frameId: string): number | undefined {
    return this.#contexts.get(session)?.get(frameId)
  }

  /** Ends every call that waits for the page. */
  interrupt(error: Error): void {
    for (const fail of this.#interrupts) fail(error)
    this.#interrupts.clear()
  }

  /** One call to the page; not even sent while a dialog is open, since it would wait behind it. */
  async ask<T>(call: () => Promise<T>, ms = 10_000): Promise<T> {
    if (this.crashed) throw new Gone('tab', 'the tab crashed')
    if (this.closed) throw new Gone('tab', 'the tab was closed')
    if (this.dialog) throw new DialogInTheWay(this.dialog.text)
    const work = call()
    work.catch(() => undefined)
    let interrupt!: (error: Error) => void
    let timer: NodeJS.Timeout | undefined
    const broken = new Promise<never>((_, fail) => {
      interrupt = fail
      timer = setTimeout(
        () =>
          fail(
            new Refusal(
              'E_TAB_FROZEN',
              `The page did not answer within ${ms / 1000} s. Use browser_open with go "reload", or open another tab.`,
              'timeout',
            ),
          ),
        ms,
      )
    })
    this.#interrupts.add(interrupt)
    try {
      return await Promise.race([work, broken])
    } finally {
      clearTimeout(timer)
      this.#interrupts.delete(interrupt)
    }
  }

  /** The worlds of all frames, the main one first; dead ones are left out. */
  async frames(): Promise<World[]> {
    const { frameTree } = await this.ask(() => this.cdp.send('Page.getFrameTree'))
    const worlds: World[] = []
    const used = new Set<string>()
    const grow = (tree: FrameTree, session: CDPSession, parent: World | undefined, depth: number): void => {
      if (worlds.length >= 21 || depth > 5) return
      const key = `${session === this.cdp ? '' : 'x'}${tree.frame.id}`
      let world = this.#worlds.get(key)
      if (!world || world.session !== session || world.parent !== parent) {
        world = new World(this, tree.frame.id, session, parent)
        this.#worlds.set(key, world)
      }
      used.add(key)
      worlds.push(world)
      for (const child of tree.childFrames ?? []) grow(child, session, world, depth + 1)
    }
    grow(frameTree, this.cdp, undefined, 0)
    this.#worlds.set('main', worlds[0]!)
    used.add('main')
    if (this.page.frames().length > worlds.length) await this.#foreign(worlds, grow)
    for (const key of this.#worlds.keys()) if (!used.has(key)) this.#worlds.delete(key)
    return worlds
  }

  // Frames of other sites run in processes of their own, each with a session of its own.
  async #foreign(
    worlds: World[],
    grow: (tree: FrameTree, session: CDPSession, parent: World | undefined, depth: number) => void,
  ): Promise<void> {
    const found = await Promise.all(
      this.page
        .frames()
        .slice(1, 30)
        .map((frame) => this.#sessionOf(frame)),
    )
    for (const own of found) {
      if (!own) continue
      const tree = await this.ask(() => own.session.send('Page.getFrameTree'), 1500).catch(() => undefined)
      if (!tree) continue
      const parentId = (tree.frameTree.frame as { parentId?: string }).parentId
      const parent = worlds.find((w) => w.frameId === parentId) ?? worlds[0]
      grow(tree.frameTree as FrameTree, own.session, parent, 1)
    }
  }
  #sessionOf(frame: Frame): Promise<{ session: CDPSession; frameId: string } | undefined> {
    const known = this.#oopif.get(frame)
    if (known) return known
    const made = (async () => {
      const session = await this.page
        .context()
        .newCDPSession(frame)
        .catch(() => undefined)
      if (!session) return undefined
      await this.#enable(session)
      const { frameTree } = await this.ask(() => session.send('Page.getFrameTree'), 1500)
      return { session, frameId: frameTree.frame.id }
    })().catch(() => undefined)
    this.#oopif.set(frame, made)
    return made
  }
}

interface FrameTree {
  frame: { id: string; url: string }
  childFrames?: FrameTree[]
}
