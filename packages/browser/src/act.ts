import type { BrowserResult, Via } from './browser-session.ts'
import type { Desk } from './desk.ts'
import { type Observation, observe } from './observe.ts'
import { pictureForPerson } from './pictures.ts'
import { DialogInTheWay, Gone, Refusal } from './refusal.ts'
import { report, scrollOf } from './report.ts'
import { settleAfter } from './settle-after.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

export interface Deed {
  /** "clicked [12] "Search"" */
  what: string
  via?: Via
  point?: { x: number; y: number }
  /** something hears clicks there: an effect may still be on its way */
  listens?: boolean
  world?: World
  /** lines to say whether or not anything changed */
  say?: string[]
  /** what was asked for is proven by reading it back, not by a change of the page */
  proven?: boolean
  /** the model must read the text first even if all went well */
  code?: string
  outcome?: BrowserResult['outcome']
}

export interface Before {
  observation: Observation | undefined
  title: string
  url: string
  tabs: string[]
  downloads: number
  errors: number
  scroll: string
  picture: Promise<Uint8Array | undefined>
}

/**
 * Does something to a page and answers with what it really did: the record of an effect is made by looking before and
 * after and at everything that happened between.
 */
export async function act(
  desk: Desk,
  tab: Tab,
  signal: AbortSignal,
  doIt: () => Promise<Deed>,
): Promise<BrowserResult> {
  return desk.during(async () => {
    const before = await lookBefore(desk, tab)
    let navigating = false
    const onRequest = (request: { isNavigationRequest(): boolean; frame(): unknown }) => {
      if (request.isNavigationRequest() && request.frame() === tab.page.mainFrame()) navigating = true
    }
    const watchRequest = (request: import('playwright-core').Request) => {
      try {
        onRequest(request)
      } catch {
        // A request of a page that has no frame yet is not ours.
      }
    }
    tab.page.on('request', watchRequest)
    try {
      await arm(tab)
      let deed: Deed
      try {
        deed = await doIt()
      } catch (error) {
        if (!(error instanceof DialogInTheWay)) throw error
        deed = { what: 'the action opened a dialog' }
      }
      const settled = await settleAfter(desk, tab, deed, () => navigating, before, signal)
      return await report(desk, tab, deed, before, settled)
    } finally {
      tab.page.off('request', watchRequest)
    }
  })
}

async function lookBefore(desk: Desk, tab: Tab): Promise<Before> {
  const picture = desk.options.pictures === false ? Promise.resolve(undefined) : pictureForPerson(tab)
  const observation = await observe(tab, { listeners: 'once' }).catch((error: unknown) => {
    if (error instanceof Gone || error instanceof DialogInTheWay || error instanceof Refusal) return undefined
    throw error
  })
  return {
    observation,
    title: tab.seenTitle,
    url: tab.page.url(),
    tabs: desk.tabs.map((t) => t.id),
    downloads: desk.downloads.all.length,
    errors: tab.console.filter((l) => l.kind === 'error' || l.kind === 'exception').length,
    scroll: scrollOf(observation),
    picture,
  }
}
async function arm(tab: Tab): Promise<void> {
  tab.requests.arm()
  if (tab.dialog) return
  for (const world of await tab.frames()) await world.call('arm', []).catch(() => undefined)
}
