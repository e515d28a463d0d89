import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sitesFolder } from '@deskhand/sites'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { BrowserSession } from '../session.ts'
import { folderHome, noChromium, startChromium } from '../testing/index.ts'
import { type Bench, conformance, filesIn, type PageServer, servePages } from './index.ts'

if (noChromium) process.stderr.write(`The conformance pages are skipped: ${noChromium}\n`)

// Most of a page's time is waiting: several browsers take turns at the machine, each with one page at a time.
const lanes = 3

describe.skipIf(noChromium)('the conformance pages in headless Chromium', () => {
  let server: PageServer
  const ends: (() => Promise<void>)[] = []
  const free: Bench[] = []
  const waiting: ((bench: Bench) => void)[] = []

  beforeAll(async () => {
    server = await servePages(join(sitesFolder, 'pages/conformance'))
    await Promise.all(Array.from({ length: lanes }, async () => free.push(await openLane(server, ends))))
  })
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()))
    server?.stop()
  })

  for (const { page, says, run } of conformance)
    test.concurrent(`${page}: ${says}`, async () => {
      const bench = free.pop() ?? (await new Promise<Bench>((take) => waiting.push(take)))
      try {
        await run(bench)
      } finally {
        const next = waiting.shift()
        if (next) next(bench)
        else free.push(bench)
      }
    })
})

async function openLane(server: PageServer, ends: (() => Promise<void>)[]): Promise<Bench> {
  const chromium = await startChromium()
  ends.push(() => chromium.stop())
  const home = await folderHome(chromium.url)
  ends.push(() => home.remove())
  const bench: Bench = {
    browser: await BrowserSession.connect(home),
    otherPort: server.otherPort,
    url: (page, query) =>
      `http://127.0.0.1:${server.port}${page.startsWith('/') ? page : `/${page}${page.includes('.') ? '' : '.html'}`}${query ? `?${query}` : ''}`,
    downloads: () => filesIn(home.downloads),
    async file(name, bytes) {
      await writeFile(join(home.folder, name), Buffer.alloc(bytes, 120))
      return join(home.folder, name)
    },
    async reconnect() {
      await bench.browser.close()
      bench.browser = await BrowserSession.connect(home)
    },
  }
  ends.unshift(() => bench.browser.close())
  return bench
}
