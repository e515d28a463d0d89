import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { DownloadNews } from './options.ts'
import { BrowserSession } from './session.ts'
import {
  type FolderHome,
  folderHome,
  type LocalChromium,
  noChromium,
  startChromium,
} from './testing/index.ts'

const form = `<title>Form</title><h1>Sign up</h1><form onsubmit="return false"><label>Name <input name="n"></label>
<label>Password <input type="password" name="p"></label><button>Buy now</button><button>Look</button></form>
<p>12</p><button>12</button><a href="/two">Second page</a><a href="/file">Get file</a>`

describe.skipIf(noChromium)('a browser session', () => {
  let chromium: LocalChromium
  let home: FolderHome
  let server: Server
  let session: BrowserSession
  const news: DownloadNews[] = []
  const kept = new Map<string, number>()
  const url = (path: string, host = '127.0.0.1') =>
    `http://${host}:${(server.address() as AddressInfo).port}${path}`

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (request.url === '/file') response.setHeader('content-disposition', 'attachment; filename="a.txt"')
      response.end(
        request.url === '/file' ? 'hello' : request.url === '/two' ? '<title>Two</title><h1>Two</h1>' : form,
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // A name that is not this computer's own, for what is never asked about on loopback.
    chromium = await startChromium({ args: ['--host-resolver-rules=MAP shop.example 127.0.0.1'] })
    home = await folderHome(chromium.url)
    session = await BrowserSession.connect(home, {
      onDownload: (item) => news.push(item),
      artefacts: {
        write: async (path, bytes) => void kept.set(path, bytes.length),
        remove: async (path) => void kept.delete(path),
      },
      artefactBytes: 400_000,
    })
  })
  beforeEach(async () => void (await session.open({ url: url('/') })))
  afterAll(async () => {
    await session?.close()
    await chromium?.stop()
    await home?.remove()
    server?.close()
  })

  test('a shown number that is also the text of another element is refused, naming both', async () => {
    // Numbers are counted up, so the page is opened until one of them is 12 or more and shown.
    await session.script({
      code: 'for (let i = 0; i < 20; i++) document.body.append(Object.assign(document.createElement("button"), { textContent: "b" + i }))',
    })
    const { text } = await session.view({})
    const [, id] = text.match(/\[(\d+)\]<button>b7/)!
    await session.script({ code: `document.querySelector('h1').innerHTML = '<button>${id}</button>'` })
    await session.view({})
    const vague = await session.click({ target: id! })
    expect(vague.code).toBe('E_AMBIGUOUS')
    expect(vague.text).toMatch(/"b7".*whose text is/s)
    expect((await session.click({ target: `[${id}]` })).text).toMatch(/clicked \[\d+\] "b7"/)
    expect((await session.click({ target: `text:${id}` })).via).toBe('text')
  })

  test('it says what a person did while they had control, and refuses the agent meanwhile', async () => {
    await session.click({ target: 'Name' })
    await session.setAgentInput(false)
    await session.typeText('Mei 美')
    expect((await session.click({ target: 'Look' })).code).toBe('E_TAKEN_OVER')
    await session.setAgentInput(true)
    expect(await session.freshLook()).toMatch(/value "" → "Mei 美"/)
  })

  test('a call that buys, and a password that nobody gave, are risks; not on loopback', async () => {
    expect(await session.risk({ tool: 'click', target: 'Buy now' })).toBeUndefined()
    await session.open({ url: url('/', 'shop.example') })
    expect(await session.risk({ tool: 'click', target: 'Buy now' })).toMatchObject({
      risk: 'activate',
      element: 'Buy now',
    })
    expect(await session.risk({ tool: 'click', target: 'Look' })).toBeUndefined()
    expect(await session.risk({ tool: 'type', target: 'Password', text: 's3cret' })).toMatchObject({
      risk: 'secret',
    })
    expect(
      await session.risk({
        tool: 'type',
        target: 'Password',
        text: 's3cret',
        personSaid: ['my password is s3cret'],
      }),
    ).toBeUndefined()
    expect(await session.risk({ tool: 'type', target: 'Name', text: 'Mei' })).toBeUndefined()
    expect(await session.risk({ tool: 'upload' })).toMatchObject({ risk: 'upload' })
    expect(await session.risk({ tool: 'script' })).toMatchObject({ risk: 'activate' })
    expect(
      await session.risk({ tool: 'fill', fields: [{ target: 'Name', value: 'x' }], submit: true }),
    ).toMatchObject({ risk: 'activate', element: 'Buy now' })
  })

  test('a download is told with its size, and an own tab leaves the current one alone', async () => {
    const clicked = await session.click({ target: 'Get file' })
    expect(clicked.text).toMatch(/downloaded .*a( \(\d+\))?\.txt \(5 bytes\)/)
    expect(news.at(-1)).toMatchObject({ size: 5, byPerson: false })
    const title = await session.readInOwnTab(
      url('/two'),
      'return document.title',
      new AbortController().signal,
    )
    expect(title).toBe('Two')
    expect(await session.state()).toMatch(/^tabs.*\n\* t\d+ \S+\/ {2}"Form"$/)
  })

  test('what was seen and done is kept up to a size, the oldest going first', async () => {
    for (let n = 0; n < 12; n++) await session.click({ target: 'Look' })
    await session.view({})
    const total = [...kept.values()].reduce((a, b) => a + b, 0)
    expect(total).toBeLessThanOrEqual(400_000)
    expect([...kept.keys()].some((path) => path.endsWith('after.jpg'))).toBe(true)
  })

  test('an aborted signal is thrown, and the session goes on', async () => {
    const stop = new AbortController()
    const waiting = session.view({ query: 'never there', wait_seconds: 20 }, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect((await session.view({})).outcome).toBe('ok')
  })

  test('a tab that crashed is opened again, and that is said', async () => {
    await session.open({ url: url('/two') })
    const list = (await (await fetch(`${chromium.url}/json/list`)).json()) as {
      url: string
      webSocketDebuggerUrl: string
    }[]
    const socket = new WebSocket(list.find((t) => t.url.endsWith('/two'))!.webSocketDebuggerUrl)
    await new Promise((done) => socket.on('open', done))
    socket.send(JSON.stringify({ id: 1, method: 'Page.crash' }))
    let after = await session.view({})
    for (let n = 0; n < 40 && !/crashed/.test(after.text); n++)
      after = await session.view({ wait_seconds: 0.1 })
    socket.terminate()
    expect(after.text).toMatch(/\(http:\S+\/two\) crashed; it was opened again/)
    expect((await session.open({ url: url('/') })).outcome).toBe('ok')
  })

  test('when Chrome was restarted it connects again and says so', async () => {
    await chromium.restart()
    const seen = await session.view({})
    expect(seen.outcome).toBe('ok')
    expect(seen.text).toMatch(/restarted and is connected again|was lost and is there again/)
    expect((await session.open({ url: url('/') })).text).toMatch(/Sign up/)
  })
})
