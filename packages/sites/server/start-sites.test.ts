import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSites, siteFiles, sitesCommand, sitesFolder, startSites } from '../src/index.ts'

let sites: RunningSites
beforeAll(async () => {
  sites = await startSites({ shopPort: 0, payPort: 0 })
})
afterAll(() => sites.close())

// Node does not resolve *.localhost by itself everywhere; the port is what counts.
const shop = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${sites.shop.port}${path}`, { redirect: 'manual', ...init })
const pay = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${sites.pay.port}${path}`, { redirect: 'manual', ...init })
const text = async (answer: Promise<Response>) => (await answer).text()
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  '/',
  '/articles/',
  '/articles/harvest.html',
  '/articles/forage.html',
  '/articles/neighbours.html',
  '/flights/',
  '/shop/',
  '/shop/heron.html',
  '/data/',
  '/login',
  '/style.css',
  '/flights/calendar.js',
])('the shop site has %s', async (path) => {
  expect((await shop(path)).status).toBe(200)
})

test('every link of every page leads somewhere', async () => {
  const seen = new Set(['/'])
  for (const path of seen) {
    const answer = await shop(path)
    expect([path, answer.status < 400]).toEqual([path, true])
    if (!answer.headers.get('content-type')?.includes('html')) continue
    for (const [, href] of (await answer.text()).matchAll(/href="(\/[^"]*)"/g)) seen.add(href!)
  }
  expect(seen.size).toBeGreaterThan(12)
})

test('the search finds articles that hold all words, and says so when none does', async () => {
  expect(await text(shop('/articles/search?q=stings%20household'))).toContain('1 article for')
  expect(await text(shop('/articles/search?q=hive'))).toContain('3 articles for')
  expect(await text(shop('/articles/search?q=submarine'))).toContain('0 articles for')
})

test('what a person typed is shown as text', async () => {
  expect(await text(shop('/articles/search?q=%3Cscript%3E'))).toContain('&lt;script&gt;')
})

test('flights of a day are the same each time, and cheapest first when asked', async () => {
  const path = `/flights/results?from=Hamburg&to=Lisbon&depart=${inDays(42)}`
  expect(await text(shop(path))).toBe(await text(shop(path)))
  const prices = [...(await text(shop(`${path}&sort=price`))).matchAll(/(\d+) EUR<\/td>/g)].map((hit) =>
    Number(hit[1]),
  )
  expect(prices).toHaveLength(6)
  expect(prices).toEqual([...prices].sort((a, b) => a - b))
})

test.each([
  ['', 'choose where from'],
  ['?from=Hamburg&to=Hamburg', 'the same place'],
  ['?from=Hamburg&to=Lisbon', 'choose a departure date'],
  [`?from=Hamburg&to=Lisbon&depart=${inDays(-2)}`, 'is past'],
])('a search with %s is refused in words', async (query, words) => {
  const answer = await shop(`/flights/results${query}`)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(words)
})

test('the account is shown after signing in only, and a foreign address is no way back', async () => {
  expect((await shop('/account')).headers.get('location')).toBe('/login?next=/account')
  expect((await shop('/login', form({ user: 'demo', password: 'wrong' }))).status).toBe(401)
  const signedIn = await shop(
    '/login',
    form({ user: 'demo', password: 'meadow', next: '//elsewhere.example' }),
  )
  expect(signedIn.headers.get('location')).toBe('/account')
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  expect(await text(shop('/account', { headers: { cookie } }))).toContain('Welcome, demo')
})

test('buying leads to the other site, which wants a whole card number', async () => {
  const bought = await shop('/shop/checkout', form({ item: 'Heron 1', amount: '219' }))
  expect(bought.headers.get('location')).toBe(`${sites.pay.origin}/?item=Heron+1&amount=219`)
  expect((await pay('/pay', form({ card: '123', cvc: '1' }))).status).toBe(400)
  const paid = await text(
    pay('/pay', form({ card: '4000 0000 0000 1234', cvc: '123', item: 'Heron 1', amount: '219' })),
  )
  expect(paid).toContain('ending in 1234')
  expect(paid).toContain('nothing was charged')
})

test('nothing outside the pages is served', async () => {
  for (const path of ['/%2e%2e/%2e%2e/package.json', '/..%2f..%2fserver/serve.mjs', '/%2e%2e/pay/index.html'])
    expect((await shop(path)).status).toBe(404)
})

test('a copy of the listed files runs alone, and a second one ends without harm', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-sites-'))
  const run = (ports: string[]) => {
    const [program, ...args] = sitesCommand(folder).split(' ')
    return spawn(program!, [...args, ...ports], { stdio: ['ignore', 'pipe', 'inherit'] })
  }
  const says = (child: ReturnType<typeof run>) =>
    new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
  for (const { path } of await siteFiles())
    await cp(join(sitesFolder, path), join(folder, path), { recursive: true })
  const first = run(['--shop-port', '0', '--pay-port', '0'])
  try {
    const said = await says(first)
    const [shopPort, payPort] = [...said.matchAll(/:(\d+)/g)].map((hit) => hit[1]!)
    expect(await text(fetch(`http://127.0.0.1:${payPort}/health`))).toBe('ok\n')
    const second = run(['--shop-port', shopPort!, '--pay-port', payPort!])
    const ended = new Promise((resolve) => second.once('exit', resolve))
    expect(await says(second)).toContain('sites not started')
    expect(await ended).toBe(0)
  } finally {
    first.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
