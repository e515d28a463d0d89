import { stat } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DownloadNews } from './options.ts'
import { BrowserSession } from './session.ts'
import {
  type FolderHome,
  folderHome,
  type LocalChromium,
  noChromium,
  startChromium,
} from './testing/index.ts'

const slowBytes = 30 * 1024 * 1024
const html = (title: string, body: string) => `<title>${title}</title><body>${body}`
const pages: Record<string, string> = {
  '/': html('Home', '<h1>Home</h1><a href="/r.csv">Table</a> <a href="/slow.bin">Large file</a>'),
  '/late': html('Late', '<button onclick="setTimeout(() => window.open(\'/t2\'), 400)">Open later</button>'),
  '/later': html(
    'Later',
    '<button onclick="setTimeout(() => window.open(\'/two\'), 2200)">Open much later</button>',
  ),
  '/t2': html('Second', '<button>Here</button><script>setTimeout(() => opener.close(), 1000)</script>'),
  '/two': html('Two', '<button>Here</button>'),
  '/fetching': html(
    'Fetching',
    '<button onclick="document.title=\'pressed\'">Press</button><script>setInterval(() => fetch("/ping"), 200)</script>',
  ),
  '/picture': html(
    'Picture',
    '<button onclick="document.title=\'pressed\'">Press</button><img src="/never">',
  ),
  '/polling': html(
    'Polling',
    '<button onclick="document.title=\'pressed\'">Press</button><script>fetch("/never")</script>',
  ),
  '/captcha': html(
    'Just a moment',
    '<h1>Verify you are human</h1><p>Complete the captcha to go on.</p><button>I am human</button>',
  ),
  '/login': html(
    'Sign in',
    '<form><label>Mail <input type=email></label><label>Password <input type=password></label><button>Sign in</button></form>',
  ),
  '/card': html(
    'Card',
    '<div style="font-size:0;width:60px;height:60px;cursor:pointer;background:brown" onclick="this.style=\'font-size:20px\'">7</div>',
  ),
  '/hover': html(
    'Hover',
    '<style>i{content:url(/dot.svg);margin:50px}i:hover{content:url(/slow.svg)}</style><i onclick="document.title=\'pressed\'"></i>',
  ),
  '/zoom': html(
    'Zoom',
    `<div style="zoom:1.5"><button style="position:absolute;left:300px;top:200px;width:60px;height:20px" onclick="document.title='button'">Small</button></div>
     <canvas id=c width=300 height=200 style="position:absolute;left:500px;top:500px;background:#ddd"></canvas>
     <script>c.onclick = (e) => { document.title = 'canvas ' + e.offsetX + ' ' + e.offsetY }</script>`,
  ),
}

describe.skipIf(noChromium)('what real sites do', () => {
  let chromium: LocalChromium
  let home: FolderHome
  let server: Server
  let session: BrowserSession
  const news: DownloadNews[] = []
  const held: ServerResponse[] = []
  const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url!
      if (path === '/ping') return void response.end('pong')
      if (path === '/never') return void held.push(response)
      if (path === '/r.csv') {
        response.setHeader(
          'content-disposition',
          'attachment; filename="r.csv"; filename*=UTF-8\'\'%E6%8A%A5%E8%A1%A8.csv',
        )
        return void response.end('month,sum\n1,100\n')
      }
      if (path === '/slow.bin') {
        response.setHeader('content-disposition', 'attachment; filename="slow.bin"')
        response.setHeader('content-length', slowBytes)
        return void drip(response)
      }
      if (path.endsWith('.svg')) {
        response.setHeader('content-type', 'image/svg+xml')
        const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="10"/></svg>'
        return void setTimeout(() => response.end(dot), path === '/slow.svg' ? 150 : 0)
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(pages[path] ?? '')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    chromium = await startChromium()
    home = await folderHome(chromium.url)
    session = await BrowserSession.connect(home, { answerMs: 1500, onDownload: (item) => news.push(item) })
  })
  afterAll(async () => {
    await session?.close()
    await chromium?.stop()
    await home?.remove()
    for (const response of held) response.destroy()
    server?.closeAllConnections()
    server?.close()
  })

  test('a tab that opens 400 ms after a click is in its result, and stays when it closes its opener', async () => {
    await session.open({ url: url('/late') })
    const clicked = await session.click({ target: 'Open later' })
    expect(clicked.text).toMatch(/new tab t\d+ "Second" http\S+\/t2 \(now the current tab\)/)
    await session.view({ query: 'never there', wait_seconds: 1.2 })
    const seen = await session.view({})
    expect(seen.url).toBe(url('/t2'))
    expect(seen.text).toMatch(/Here/)
  })

  test('a tab that opens after the result is told with the next one', async () => {
    await session.open({ url: url('/later') })
    const clicked = await session.click({ target: 'Open much later' })
    expect(clicked.code).toBe('E_NO_EFFECT')
    const seen = await session.view({ query: 'Here', wait_seconds: 10 })
    const next = seen.url === url('/two') ? seen : await session.view({})
    expect(`${seen.text}\n${next.text}`).toMatch(/new tab t\d+ \S+\/two opened after the last action/)
    expect(next.url).toBe(url('/two'))
    await session.open({ go: 'close' })
  })

  for (const path of ['/fetching', '/picture', '/polling'])
    test(`a page that never rests (${path}) is usable, and is said to be loading still`, async () => {
      const opened = await session.open({ url: url(path) })
      expect(opened.outcome).toBe('ok')
      if (path !== '/fetching') expect(opened.text).toMatch(/still loading/)
      expect((await session.click({ target: 'Press' })).title).toBe('pressed')
    })

  test('an address that never answers is a time-out that says so, and work goes on', async () => {
    await session.open({ url: url('/two') })
    const dead = await session.open({ url: url('/never') })
    expect(dead).toMatchObject({ outcome: 'timeout', code: 'E_NAV_TIMEOUT' })
    expect(dead.text).toMatch(/no answer within 1.5 s.*You are still on \S+\/two/)
    expect((await session.click({ target: 'Here' })).outcome).toBe('ok')
  })

  test('a stop ends an opening that nobody answers', async () => {
    const stop = new AbortController()
    const asked = once(server, '/never')
    const opening = session.open({ url: url('/never') }, stop.signal)
    await asked
    stop.abort(new Error('stopped'))
    await expect(opening).rejects.toThrow('stopped')
    expect((await session.view({})).outcome).toBe('ok')
  })

  test('a large slow file is told to be on its way, and waited for until it is whole', async () => {
    await session.open({ url: url('/') })
    const clicked = await session.click({ target: 'Large file' })
    expect(clicked.text).toMatch(/downloading slow\.bin: .* of 30\.0 MB so far/)
    release()
    const whole = await session.file({ action: 'download' })
    expect(whole.text).toMatch(/slow\.bin/)
    expect((await stat(`${home.downloads}/slow.bin`)).size).toBe(slowBytes)
    expect(news.at(-1)).toMatchObject({ size: slowBytes, byPerson: false })
  })

  test('a file that a person fetches comes into the workspace like the agent’s, the second under its own name', async () => {
    await session.open({ url: url('/') })
    await session.click({ target: 'Table' })
    const told = news.length
    await session.setAgentInput(false)
    // Another client stands for the person: its clicks come from no action of the session.
    const person = await playwright.connectOverCDP(chromium.url, { noDefaults: true })
    const page = person
      .contexts()[0]!
      .pages()
      .find((p) => p.url() === url('/'))!
    const cdp = await page.context().newCDPSession(page)
    const box = (await page.getByText('Table').boundingBox())!
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
    await expect.poll(() => news.length, { timeout: 10_000 }).toBe(told + 1)
    await person.close()
    await session.setAgentInput(true)
    expect(news.slice(-2)).toMatchObject([
      { path: `${home.downloads}/报表.csv`, size: 16, byPerson: false },
      { path: `${home.downloads}/报表 (1).csv`, size: 16, byPerson: true },
    ])
  })

  test('what a click has just uncovered is read', async () => {
    const { text } = await session.open({ url: url('/card') })
    expect(text).not.toMatch(/\b7$/m)
    await session.click({ target: text.match(/\[(\d+)\]<div/)![1]! })
    expect((await session.view({ what: 'text' })).text).toBe('7')
  })

  test('a picture that is another one under the mouse is pressed when that one is there', async () => {
    const { text } = await session.open({ url: url('/hover') })
    const pressed = await session.click({ target: text.match(/\[(\d+)\]<i/)![1]! })
    expect(pressed.title).toBe('pressed')
  })

  test('a check for humans and a login page are said to be the person’s', async () => {
    expect((await session.open({ url: url('/captcha') })).text).toMatch(/check for humans.*takeover/)
    expect((await session.open({ url: url('/login') })).text).toMatch(/login page.*takeover/)
    expect((await session.open({ url: url('/') })).text).not.toMatch(/takeover/)
  })

  test('at a zoom of 150 % numbers and pixels of the picture lead to the right places', async () => {
    const zoomed = await startChromium({ args: ['--force-device-scale-factor=1.5'] })
    const own = await folderHome(zoomed.url)
    const other = await BrowserSession.connect(own)
    try {
      await other.open({ url: url('/zoom') })
      expect((await other.click({ target: 'Small' })).title).toBe('button')
      const { image } = await other.view({ what: 'screenshot' })
      const { text } = await other.script({ code: 'innerWidth' })
      const scale = image!.width / Number(text.match(/result: (\d+)/)![1])
      const clicked = await other.click({ x: Math.round(600 * scale), y: Math.round(560 * scale) })
      const [, x, y] = clicked.title.match(/canvas (\d+) (\d+)/)!.map(Number)
      expect(Math.abs(x! - 100)).toBeLessThanOrEqual(2)
      expect(Math.abs(y! - 60)).toBeLessThanOrEqual(2)
    } finally {
      await other.close()
      await zoomed.stop()
      await own.remove()
    }
  })
})

let release = () => {}
/** Half of the file at once, the rest when it is released. */
function drip(response: ServerResponse): void {
  const part = Buffer.alloc(slowBytes / 2, 7)
  response.write(part)
  release = () => void response.end(part)
}
function once(server: Server, path: string): Promise<void> {
  return new Promise((done) => {
    const look = (request: { url?: string }) => {
      if (request.url !== path) return
      server.off('request', look)
      done()
    }
    server.on('request', look)
  })
}
