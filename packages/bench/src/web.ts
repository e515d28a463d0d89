import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Bench, type Metric, type Metrics, metric, repeat } from './bench.ts'
import { type ServerStage, serverStage } from './server-stage.ts'

const CHROMIUM = '/usr/bin/chromium'

interface Moved {
  js: number
  css: number
}

// Run in the page, whose types this side does not have.
const bytesMoved = `
const sum = (ending) => performance.getEntriesByType('resource')
  .filter((entry) => new URL(entry.name).pathname.endsWith(ending))
  .reduce((bytes, entry) => bytes + entry.encodedBodySize, 0);
({ js: sum('.js'), css: sum('.css') })`
const longTasks = `
window.longest = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration)
}).observe({ type: 'longtask', buffered: true })`
const afterPaint =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))'

/** The built page over the server's own routes, in Debian's Chromium on loopback. */
export const web: Bench = {
  name: 'web',
  async run() {
    if (!existsSync(CHROMIUM)) throw new Error(`The page is measured in ${CHROMIUM}, which is missing.`)
    const stage = await serverStage()
    const profile = mkdtempSync(join(tmpdir(), 'deskhand-bench-web-'))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      viewport: { width: 1440, height: 900 },
      args: ['--no-sandbox', '--disable-background-networking', '--no-first-run', '--disable-sync'],
    })
    try {
      const [name, value] = stage.ann.cookie.split('=') as [string, string]
      await context.addCookies([{ name, value, url: stage.url }])
      return { ...(await weight(stage, context)), ...(await longSessions(stage, context)) }
    } finally {
      await context.close()
      await stage.close()
      rmSync(profile, { recursive: true, force: true })
    }
  },
}

async function weight(stage: ServerStage, context: BrowserContext): Promise<Metrics> {
  const page = await context.newPage()
  const { host } = new URL(stage.url)
  let elsewhere = 0
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.host !== host) elsewhere += 1
  })
  await page.goto(stage.url)
  await page.getByRole('textbox').last().waitFor()
  const home = await page.evaluate<Moved>(bytesMoved)
  const id = await stage.longSession(30)
  await page.goto(`${stage.url}s/${id}`)
  await page.getByText('This is the last line.').first().waitFor()
  const session = await page.evaluate<Moved>(bytesMoved)
  await page.close()
  const kb = (value: number, goal: number, note?: string): Metric => ({
    value: Math.round(value / 102.4) / 10,
    unit: 'KiB',
    n: 1,
    goal,
    ...(note && { note }),
  })
  return {
    entry_kb_gz: kb(home.js, 150, 'as sent: brotli'),
    chat_kb_gz: kb(session.js - home.js, 90, 'as sent: brotli'),
    css_kb_gz: kb(session.css, 20, 'as sent: brotli'),
    external_requests: { value: elsewhere, unit: 'requests', n: 1, goal: 0 },
  }
}

async function longSessions(stage: ServerStage, context: BrowserContext): Promise<Metrics> {
  const ten = await stage.longSession(10_000)
  const hundred = await stage.longSession(100_000)
  const nodes: number[] = []
  const blocks: number[] = []
  const tens = await repeat(5, async () => {
    const { ms, page } = await open(stage, context, ten)
    nodes.push(await page.locator('*').count())
    blocks.push(await page.evaluate<number>('window.longest'))
    await page.close()
    return ms
  })
  const hundreds = await repeat(2, async () => {
    const { ms, page } = await open(stage, context, hundred)
    await page.close()
    return ms
  })
  return {
    open_10k_events_ms: metric(tens, 'ms', 1000, 'navigation to the last message painted'),
    dom_nodes: metric(nodes, 'elements', 1500),
    longest_task_ms: metric(blocks, 'ms', 200),
    open_100k_events_ms: metric(hundreds, 'ms', 2000),
  }
}

/** From navigation until the last message was painted. */
async function open(
  stage: ServerStage,
  context: BrowserContext,
  id: string,
): Promise<{ ms: number; page: Page }> {
  const page = await context.newPage()
  await page.addInitScript(longTasks)
  await page.goto(`${stage.url}s/${id}`, { waitUntil: 'commit' })
  await page.getByTestId('conversation').getByText('This is the last line.').first().waitFor()
  return { ms: await page.evaluate<number>(afterPaint), page }
}
