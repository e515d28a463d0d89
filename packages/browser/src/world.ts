import { randomBytes } from 'node:crypto'
import type { CDPSession } from 'playwright-core'
import { pageSource } from '#page'
import type { PageCalls } from './page/words.ts'
import { Gone } from './refusal.ts'
import type { Tab } from './tab.ts'

/** A frame's isolated world: our code beside the page's, seeing the same elements, unseen by it. */
export class World {
  readonly tab: Tab
  readonly frameId: string
  readonly session: CDPSession
  readonly parent: World | undefined
  /** its frame element in the parent, by CDP's name */
  holderNode: number | undefined
  /** where the frame's content begins, in pixels of the tab's viewport; kept by the last observation */
  offset = { x: 0, y: 0, scale: 1 }
  #context: number | undefined
  /** the context that the page's listeners were last told to */
  #bridged: number | undefined
  readonly #event = `d${randomBytes(9).toString('hex')}`

  constructor(tab: Tab, frameId: string, session: CDPSession, parent?: World) {
    this.tab = tab
    this.frameId = frameId
    this.session = session
    this.parent = parent
  }

  /** Calls a function of the page code; a document that was replaced meanwhile gets the code again. */
  async call<K extends keyof PageCalls>(
    name: K,
    args: Parameters<PageCalls[K]>,
    options: { ms?: number } = {},
  ): Promise<Awaited<ReturnType<PageCalls[K]>>> {
    const expression = `deskhand.${name}(${args.map((a) => JSON.stringify(a) ?? 'undefined').join(',')})`
    return (await this.evaluate(expression, options)) as Awaited<ReturnType<PageCalls[K]>>
  }

  async evaluate(expression: string, options: { ms?: number; handle?: boolean } = {}): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const contextId = await this.#enter()
      const answer = await this.tab
        .ask(
          () =>
            this.session.send('Runtime.evaluate', {
              expression,
              contextId,
              returnByValue: !options.handle,
              awaitPromise: true,
            }),
          options.ms,
        )
        .catch((error: Error) => {
          if (!lostContext(error)) throw error
          return undefined
        })
      if (!answer) {
        this.forget()
        // A document that is replaced while it is asked is asked once more; then its going away is the answer.
        if (attempt >= 2) throw new Gone('frame', 'the page was replaced while it was being read')
        continue
      }
      if (answer.exceptionDetails) throw pageError(answer.exceptionDetails)
      return options.handle ? answer.result : answer.result.value
    }
  }

  /** Calls `deskhand[name](element, ...args)` for an element that CDP names. */
  async callOn(backendNodeId: number, name: string, args: unknown[] = []): Promise<unknown> {
    const executionContextId = await this.#enter()
    const { object } = await this.tab.ask(() =>
      this.session.send('DOM.resolveNode', { backendNodeId, executionContextId }),
    )
    const answer = await this.tab.ask(() =>
      this.session.send('Runtime.callFunctionOn', {
        objectId: object.objectId!,
        functionDeclaration: `function (...args) { return deskhand.${name}(this, ...args) }`,
        arguments: args.map((value) => ({ value })),
        returnByValue: true,
        awaitPromise: true,
      }),
    )
    if (answer.exceptionDetails) throw pageError(answer.exceptionDetails)
    return answer.result.value
  }

  /** CDP's own name of an element, by an expression that answers it. */
  async backendNode(expression: string): Promise<number | undefined> {
    const result = (await this.evaluate(expression, { handle: true })) as {
      objectId?: string
      subtype?: string
    }
    if (!result.objectId || result.subtype === 'null') return undefined
    const objectId = result.objectId
    const { node } = await this.tab.ask(() => this.session.send('DOM.describeNode', { objectId }))
    return node.backendNodeId
  }

  /** Lets the page's own world say which elements listen to the mouse. `once`: unless this document already did. */
  async bridge(once = false): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      // Known to be there still, or made anew: a document may have been replaced since.
      await this.call('extractUrl', [])
      const context = this.#context
      if (once && this.#bridged === context) return
      if (this.#bridged !== context) await this.call('listenFor', [this.#event])
      const main = this.tab.mainContext(this.session, this.frameId)
      if (main === undefined) return
      const told = await this.tab
        .ask(() =>
          this.session.send('Runtime.evaluate', {
            contextId: main,
            includeCommandLineAPI: true,
            returnByValue: true,
            expression: bridgeSource(this.#event),
          }),
        )
        .catch((error: Error) => {
          if (!lostContext(error)) throw error
          return undefined
        })
      if (told && this.#context === context) {
        this.#bridged = context
        return
      }
    }
  }

  /** Hands closed shadow roots of suspicious hosts to the page code; answers how many there were. */
  async openClosedRoots(): Promise<number> {
    const list = (await this.evaluate('deskhand.suspects()', { handle: true })) as { objectId?: string }
    if (!list.objectId) return 0
    const objectId = list.objectId
    const { result } = await this.tab.ask(() =>
      this.session.send('Runtime.getProperties', { objectId, ownProperties: true }),
    )
    let found = 0
    for (const { name, value } of result) {
      if (!/^\d+$/.test(name) || !value?.objectId) continue
      const host = value.objectId
      const { node } = await this.tab.ask(() =>
        this.session.send('DOM.describeNode', { objectId: host, depth: 1, pierce: true }),
      )
      for (const root of node.shadowRoots ?? []) {
        if (root.shadowRootType !== 'closed') continue
        await this.callOn(root.backendNodeId, 'addRoot')
        found++
      }
    }
    return found
  }

  forget(): void {
    this.#context = undefined
    this.#bridged = undefined
  }

  async #enter(): Promise<number> {
    if (this.#context !== undefined) return this.#context
    const { executionContextId } = await this.tab.ask(() =>
      this.session.send('Page.createIsolatedWorld', { frameId: this.frameId, worldName: 'deskhand' }),
    )
    const made = await this.tab.ask(() =>
      this.session.send('Runtime.evaluate', {
        expression: pageSource,
        contextId: executionContextId,
        returnByValue: true,
      }),
    )
    if (made.exceptionDetails) throw pageError(made.exceptionDetails)
    this.#bridged = undefined
    this.#context = executionContextId
    return executionContextId
  }
}

function lostContext(error: Error): boolean {
  return /context with specified id|Execution context was destroyed|Cannot find context|uniqueContextId not found|Inspected target navigated|No frame for given id/i.test(
    error.message,
  )
}

interface ExceptionDetails {
  text: string
  exception?: { description?: string; value?: unknown }
}
function pageError(details: ExceptionDetails): Error {
  const text = details.exception?.description ?? String(details.exception?.value ?? details.text)
  return new Error(text.split('\n').slice(0, 6).join('\n'))
}

// Runs in the page's own world with the console's `getEventListeners`; it tells by events that only we listen for.
function bridgeSource(event: string): string {
  return `(() => {
    const hears = (l) => l.click || l.mousedown || l.mouseup || l.pointerdown || l.pointerup || l.dblclick || l.contextmenu || l.touchstart || l.touchend
    const own = (t) => t.onclick || t.onmousedown || t.onmouseup || t.onpointerdown || t.onpointerup || t.ondblclick
    const tell = (t) => t.dispatchEvent(new Event(${JSON.stringify(event)}))
    let seen = 0
    const visit = (root) => {
      for (const el of root.querySelectorAll('*')) {
        if (++seen > 20000) return
        if (own(el) || hears(getEventListeners(el))) tell(el)
        if (el.shadowRoot) visit(el.shadowRoot)
      }
    }
    if (document.documentElement) {
      if (own(document) || hears(getEventListeners(document))) tell(document)
      if (own(window) || hears(getEventListeners(window))) tell(window)
      visit(document)
    }
    return seen
  })()`
}
