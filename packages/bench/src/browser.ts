import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BrowserSession } from '@deskhand/browser'
import { folderHome, noChromium, startChromium } from '@deskhand/browser/testing'
import { chromium, type Page } from 'playwright-core'
import { type Bench, type Metrics, metric, repeat } from './bench.ts'
import { articlePage, effectPage, hugePage, shopPage } from './browser/pages.ts'

const rounds = 7

/** How fast and how short the page is told, beside Playwright's way and the DevTools trio on the same page. */
export const browser: Bench = {
  name: 'browser',
  async run({ say }): Promise<Metrics> {
    if (noChromium) throw new Error(noChromium)
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const pages: Record<string, string> = {
      '/shop': shopPage(),
      '/article': articlePage(),
      '/huge': hugePage(),
      '/effect': effectPage(),
    }
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(pages[request.url ?? ''] ?? '')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const local = await startChromium()
    const home = await folderHome(local.url)
    const metrics: Metrics = {}
    try {
      say('connecting')
      metrics.connect_ms = metric(
        await repeat(rounds, async () => {
          const start = performance.now()
          const once = await BrowserSession.connect(home)
          const spent = performance.now() - start
          await once.close()
          return spent
        }),
        'ms',
        100,
      )
      const session = await BrowserSession.connect(home)
      const timed = async (work: () => Promise<unknown>) => {
        const start = performance.now()
        await work()
        return performance.now() - start
      }
      say('observing 5,000 elements')
      await session.open({ url: url('/shop') })
      const plain = await BrowserSession.connect(home, { pictures: false })
      metrics.observe_5000_ms = metric(await repeat(11, () => timed(() => plain.view({}))), 'ms', 50)
      const list = (await plain.view({})).text
      metrics.observe_5000_tokens = {
        value: countTokens(list),
        unit: 'tokens',
        n: 1,
        goal: 2200,
        note: `${list.match(/\[\d+\]/g)?.length ?? 0} numbered`,
      }
      metrics.screenshot_ms = metric(
        await repeat(rounds, () => timed(() => plain.view({ what: 'screenshot' }))),
        'ms',
        100,
        'with the observation that the pixels belong to',
      )
      await peers(local.url, metrics, countTokens)
      say('an article')
      await session.open({ url: url('/article') })
      metrics.observe_article_tokens = {
        value: countTokens((await session.view({})).text),
        unit: 'tokens',
        n: 1,
        goal: 1000,
      }
      say('actions')
      await session.open({ url: url('/effect') })
      metrics.noop_settle_ms = metric(
        await repeat(rounds, () => timed(() => session.click({ target: 'text:Nothing' }))),
        'ms',
        200,
        'whole call, pictures before and after included',
      )
      metrics.click_effect_ms = metric(
        await repeat(rounds, () => timed(() => session.click({ target: 'text:Add' }))),
        'ms',
        300,
        'whole call, pictures before and after included',
      )
      say('10 MB to Markdown')
      await plain.open({ url: url('/huge') })
      const lag = monitorEventLoopDelay({ resolution: 1 })
      lag.enable()
      metrics.markdown_10mb_ms = metric(
        await repeat(5, () => timed(() => plain.view({ what: 'text' }))),
        'ms',
        3000,
      )
      lag.disable()
      metrics.event_loop_lag_ms = {
        value: Math.round(lag.max / 1e5) / 10,
        unit: 'ms',
        n: 5,
        goal: 50,
        note: "the writing of the file is the test double's",
      }
      await session.close()
      await plain.close()
    } finally {
      await local.stop()
      await home.remove()
      server.close()
      server.closeAllConnections()
    }
    return metrics
  },
}

async function peers(cdpUrl: string, metrics: Metrics, countTokens: (text: string) => number): Promise<void> {
  const other = await chromium.connectOverCDP(cdpUrl, { noDefaults: true })
  try {
    const page = other.contexts()[0]!.pages().at(-1)!
    let text = ''
    const times = await repeat(5, async () => {
      const start = performance.now()
      text = await page
        .locator('body')
        .ariaSnapshot({ mode: 'ai' } as Parameters<ReturnType<Page['locator']>['ariaSnapshot']>[0])
      return performance.now() - start
    })
    metrics.peer_playwright_ms = metric(times, 'ms')
    metrics.peer_playwright_tokens = { value: countTokens(text), unit: 'tokens', n: 1 }
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('DOM.enable')
    await cdp.send('Accessibility.enable')
    metrics.peer_trio_ms = metric(
      await repeat(5, async () => {
        const start = performance.now()
        await Promise.all([
          cdp.send('DOMSnapshot.captureSnapshot', {
            computedStyles: [
              'display',
              'visibility',
              'opacity',
              'overflow',
              'cursor',
              'pointer-events',
              'position',
              'background-color',
              'overflow-x',
              'overflow-y',
            ],
            includePaintOrder: true,
            includeDOMRects: true,
          }),
          cdp.send('DOM.getDocument', { depth: -1, pierce: true }),
          cdp.send('Accessibility.getFullAXTree'),
        ])
        return performance.now() - start
      }),
      'ms',
    )
    await cdp.send('Accessibility.disable')
  } finally {
    await other.close()
  }
}
