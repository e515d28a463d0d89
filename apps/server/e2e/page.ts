import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Product } from './product.ts'

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)

/** A person's browser with nothing remembered. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  })

/** The first account, made as a person makes it; answers the page with what went wrong in it. */
export async function signUp(browser: Browser, product: Product): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && origin !== new URL(product.url).origin)
      faults.push(`asked ${request.url()}`)
  })
  await page.goto(product.setupUrl)
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Password again').fill('correct horse battery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: /take off your desk/ }).waitFor()
  return { page, faults }
}

export const sessionOf = (page: Page): string => /\/s\/([^/?#]+)/.exec(page.url())?.[1] ?? ''

export interface Pixels {
  width: number
  height: number
  /** share of sampled pixels that are not black */
  lit: number
  colours: number
  mean: [number, number, number]
}

/** What the live view shows, from its own pixels; `region` in shares of width and height. */
export const pixels = (page: Page, region = { x: 0, y: 0, width: 1, height: 1 }): Promise<Pixels> =>
  page.evaluate((part) => {
    // This function runs in the page, which this program's own types do not know.
    // biome-ignore lint/suspicious/noExplicitAny: the page's document
    const canvas = (globalThis as any).document.querySelector('[data-testid=vnc] canvas')
    const { width, height } = canvas
    const box = [part.x * width, part.y * height, part.width * width, part.height * height].map(Math.floor)
    const { data } = canvas.getContext('2d').getImageData(...box)
    const colours = new Set<number>()
    const sum = [0, 0, 0]
    let lit = 0
    let count = 0
    for (let i = 0; i < data.length; i += 4 * 97) {
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]]
      colours.add((r << 16) | (g << 8) | b)
      if (r + g + b > 30) lit++
      sum[0] += r
      sum[1] += g
      sum[2] += b
      count++
    }
    const mean = sum.map((value) => value / count) as [number, number, number]
    return { width, height, lit: lit / count, colours: colours.size, mean }
  }, region)

/** Asks again until the answer fits; the test's own limit ends it. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
  what: string,
  ms = 60_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms, last ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
