import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BrowserSession } from '@deskhand/browser'
import {
  type FolderHome,
  folderHome,
  type LocalChromium,
  noChromium,
  startChromium,
} from '@deskhand/browser/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baiduPage } from './baidu.ts'
import { bingPage } from './bing.ts'
import { duckduckgoPage } from './duckduckgo.ts'
import type { SearchContext } from './provider.ts'
import { type ResultPage, readResultPage } from './result-page.ts'

interface Entry {
  title: string
  url: string
  snippet: string
}
const ferns: Entry[] = [
  {
    title: 'Ferns of the northern woods',
    url: 'https://ferns.example/woods?page=2&lang=en',
    snippet: 'Which ferns grow north of the tree line, with keys and drawings.',
  },
  { title: 'How ferns drink', url: 'https://plants.example/ferns#water', snippet: 'Short.' },
  {
    title: '蕨类植物',
    url: 'https://zhiwu.example/蕨/图',
    snippet: '蕨类植物是一类古老的植物，靠孢子繁殖，喜欢阴湿的地方，全世界约有一万二千种。',
  },
  {
    title: 'Documentation of the fern format',
    url: 'https://learn.microsoft.com/fern',
    snippet: 'A reference that happens to lie at a large company.',
  },
]
const body = (inner: string) => `<!doctype html><meta charset=utf-8><title>ferns</title><body>${inner}</body>`
const code = encodeURIComponent

// The shapes of three engines' pages, in markup of our own: detours, advertisements, site lines, menus, related searches.
const shapes: Record<string, string> = {
  'html.duckduckgo.com': body(`
    <form><input name=q value=ferns></form>
    <div class="result sponsored"><h2><a href="//duckduckgo.com/y.js?ad_domain=shop.example&u3=https%3A%2F%2Fads.example%2Fclick">Buy ferns today, cheap</a></h2></div>
    ${ferns
      .map(
        (
          e,
        ) => `<div class="result"><div class="links"><h2><a href="//duckduckgo.com/l/?uddg=${code(e.url)}&rut=abc123">${e.title}</a></h2>
        <div><a href="//duckduckgo.com/l/?uddg=${code(e.url)}&rut=abc123">${new URL(e.url).host}</a></div>
        <a href="//duckduckgo.com/l/?uddg=${code(e.url)}&rut=abc123">${e.snippet}</a></div></div>`,
      )
      .join('')}
    <div><a href="/feedback.html">Tell us what you think</a></div>`),
  'results.example': body(`
    <ul><li><a href="/images/search?q=ferns">Pictures of ferns</a></li><li><a href="/maps?q=ferns">Maps of ferns</a></li></ul>
    <ol><li><h2><a href="https://www.bing.com/aclk?ld=abc&u=aHR0cHM6Ly9hZHM">Ferns on sale, buy now</a></h2></li>
    ${ferns
      .map((e) => {
        const detour = `https://www.bing.com/ck/a?!&&p=77&u=a1${Buffer.from(e.url).toString('base64url')}&ntb=1`
        return `<li><div><a href="${detour}"><div>${new URL(e.url).host}</div><cite>${new URL(e.url).host} › pages</cite></a></div>
        <h2><a href="${detour}">${e.title.replace('erns', '<strong>erns</strong>')}</a></h2><div><p>${e.snippet}</p></div></li>`
      })
      .join('')}
    <li><h2>Related searches</h2><ul><li><a href="/search?q=moss">moss and lichen of the woods</a></li></ul></li></ol>
    <footer><ul><li><a href="https://go.microsoft.com/fwlink">Privacy and cookies</a></li></ul></footer>`),
  'www.baidu.com': body(`
    <div class="box ad"><h3><a href="http://www.baidu.com/baidu.php?url=000abc">蕨类盆栽特价</a></h3></div>
    ${ferns
      .map(
        (
          e,
          n,
        ) => `<div class="box" mu="${e.url}"><div><h3><a href="http://www.baidu.com/link?url=Zx${n}">${e.title}</a></h3>
        <div>${e.snippet}</div><div><a href="http://www.baidu.com/link?url=Zx${n}"><span>${new URL(e.url).host}</span></a></div></div></div>`,
      )
      .join('')}
    <div class="box" mu="http://nourl.ubs.baidu.com/1"><h3><a href="/s?wd=moss">大家还在搜</a></h3></div>
    <div class="box"><h3><a href="http://www.baidu.com/link?url=Plain">只有跳转地址的结果</a></h3><div>没有写明目标地址。</div></div>`),
}
const walls: Record<string, string> = {
  'www.baidu.com':
    '<!doctype html><meta charset=utf-8><title>百度安全验证</title><body><div>请完成验证</div></body>',
}

describe.skipIf(noChromium)('result pages of search engines', () => {
  let chromium: LocalChromium
  let home: FolderHome
  let server: Server
  let browser: BrowserSession
  let wall = false

  beforeAll(async () => {
    server = createServer((request, response) => {
      const host = request.headers.host!.split(':')[0]!
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end((wall ? walls : shapes)[host] ?? '')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const names = Object.keys(shapes).map((name) => `MAP ${name} 127.0.0.1`)
    chromium = await startChromium({ args: [`--host-resolver-rules=${names.join(',')}`] })
    home = await folderHome(chromium.url)
    browser = await BrowserSession.connect(home)
  })
  afterAll(async () => {
    await browser?.close()
    await chromium?.stop()
    await home?.remove()
    server?.close()
  })

  const read = (page: ResultPage, count = 10) => {
    const real = new URL(page.url({ query: 'ferns', count }))
    // Chrome opens Bing's hosts over TLS only; which host a page has does not matter to how it is read.
    const host = real.host.replace('www.bing.com', 'results.example')
    const here = `http://${host}:${(server.address() as AddressInfo).port}${real.pathname}${real.search}`
    const context = {
      world: { browser: async () => browser },
      signal: new AbortController().signal,
    } as unknown as SearchContext
    return readResultPage({ ...page, url: () => here }, { query: 'ferns', count }, context)
  }

  for (const page of [duckduckgoPage, bingPage, baiduPage])
    test(`of ${page.engine}'s page its results are read, with their own addresses and snippets`, async () => {
      const hits = await read(page)
      expect(hits.slice(0, 4).map((hit) => ({ title: hit.title, url: hit.url }))).toEqual(
        ferns.map((e) => ({ title: e.title, url: e.url })),
      )
      for (const [n, hit] of hits.slice(0, 4).entries()) {
        expect(hit.snippet).toContain(ferns[n]!.snippet)
        for (const other of ferns) if (other !== ferns[n]) expect(hit.snippet).not.toContain(other.snippet)
      }
      expect(hits.slice(4).map((hit) => hit.title)).toEqual(page === baiduPage ? ['只有跳转地址的结果'] : [])
    })

  test('no more are given than were asked for, and the tab that was open stays the current one', async () => {
    await browser.open({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    const before = await browser.state()
    expect(await read(duckduckgoPage, 2)).toHaveLength(2)
    expect(await browser.state()).toBe(before)
  })

  test('a check for humans is said to be one', async () => {
    wall = true
    await expect(read(baiduPage)).rejects.toThrow(/baidu asks whether a robot is searching/)
    wall = false
  })
})
