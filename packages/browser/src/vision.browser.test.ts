import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Eyes } from './browser-session.ts'
import { BrowserSession } from './session.ts'
import {
  type FolderHome,
  folderHome,
  type LocalChromium,
  noChromium,
  startChromium,
} from './testing/index.ts'

const page = `<title>Icons</title><body style="margin:0"><button style="position:absolute;left:200px;top:100px;width:80px;height:40px" onclick="document.title='cog'"><svg width="10" height="10"></svg></button><canvas id="c" width="200" height="200" style="position:absolute;left:400px;top:300px;background:#ccc"></canvas><script>c.addEventListener('click', (e) => { document.title = 'canvas ' + e.offsetX + ' ' + e.offsetY })</script>`

/** Knows where things are, in a coordinate space of its own. */
function eyesOf(name: string, say: (x: number, y: number) => string, answers = true): Eyes {
  const known: [RegExp, number, number][] = [
    [/red square/, 180, 140],
    [/green square/, 930, 330],
    [/blue square/, 420, 700],
  ]
  return {
    name,
    async see({ image, question }) {
      const mark = known.find(([pattern]) => pattern.test(question))
      if (mark) return say(mark[1] / image.width, mark[2] / image.height)
      if (!answers) return '{"found": false}'
      const scale = image.width / 1280
      const [x, y] = /cog/.test(question) ? [240, 120] : [450, 340]
      return say((x * scale) / image.width, (y * scale) / image.height)
    },
  }
}

describe.skipIf(noChromium)('finding by a description', () => {
  let chromium: LocalChromium
  let home: FolderHome
  let server: Server

  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    chromium = await startChromium()
    home = await folderHome(chromium.url)
  })
  afterAll(async () => {
    await chromium?.stop()
    await home?.remove()
    server?.close()
  })
  const open = async (eyes: Eyes) => {
    const session = await BrowserSession.connect(home, { eyes })
    await session.open({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    return session
  }

  for (const [space, say] of [
    [
      'thousandths',
      (x: number, y: number) => JSON.stringify({ action: 'CLICK', parameters: { x: x * 1000, y: y * 1000 } }),
    ],
    ['parts of one', (x: number, y: number) => JSON.stringify({ found: true, x, y })],
  ] as const) {
    test(`a model that speaks in ${space} leads to an element, or to a bare point on a canvas`, async () => {
      const session = await open(eyesOf(space, say))
      const cog = await session.click({ target: 'the cog wheel at the top' })
      expect(cog).toMatchObject({ outcome: 'ok', via: 'vision' })
      expect(cog.text).toMatch(/clicked \[\d+\]/)
      expect(cog.title).toBe('cog')
      const canvas = await session.click({ target: 'the grey area in the drawing' })
      expect(canvas.text).toMatch(/clicked at 4\d\d,3\d\d/)
      await session.close()
    })
  }
  test('a model that misses known marks is not believed', async () => {
    const session = await open(eyesOf('blind', () => '{"found": true, "x": 3, "y": 3}'))
    expect(await session.click({ target: 'the cog wheel' })).toMatchObject({
      outcome: 'failed',
      code: 'E_NO_VISION',
    })
    await session.close()
  })
  test('a point without fitting words is looked at from near, and a no there stops the click', async () => {
    const pictures: { width: number; height: number }[] = []
    const plain = eyesOf('second', (x, y) => JSON.stringify({ found: true, x: x * 1000, y: y * 1000 }))
    const session = await open({
      name: 'second',
      see: async (request, signal) => {
        if (!/part of a screenshot/.test(request.question)) return plain.see(request, signal)
        pictures.push(request.image)
        expect(request.question).toMatch(/400 from the left and 240 from the top|480 from the left/)
        return '{"yes": false}'
      },
    })
    expect(await session.click({ target: 'the cog wheel at the top' })).toMatchObject({
      outcome: 'failed',
      code: 'E_VISION_UNSURE',
    })
    expect(pictures).toMatchObject([{ width: 800, height: 600 }])
    expect((await session.view({})).title).toBe('Icons')
    await session.close()
  })
  test('a thing that the model does not find is said not to be found', async () => {
    const session = await open(eyesOf('honest', (x, y) => JSON.stringify({ found: true, x, y }), false))
    expect(await session.click({ target: 'the purple unicorn' })).toMatchObject({
      outcome: 'failed',
      code: 'E_VISION_UNSURE',
    })
    await session.close()
  })
})
