import { dirname } from 'node:path/posix'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { fingerprint } from '../effect.ts'
import { fetchToWorkspace, isPdf, pdfText } from '../fetch-file.ts'
import { headLines, listText } from '../list-text.ts'
import { type Observation, observe } from '../observe.ts'
import { pictureForModel, pictureForPerson } from '../pictures.ts'
import { lines } from '../print.ts'
import type { Tab } from '../tab.ts'
import { until } from '../time.ts'

export interface ViewArgs {
  what?: 'elements' | 'text' | 'screenshot' | 'source' | 'console'
  query?: string
  from?: number
  wait_seconds?: number
}
const textLimit = 5600
const listLimit = 7600
/** elements */
const hugePage = 20_000

/** Looks at the page: as a list, as text, as a picture, as source, or what its console said. */
export async function view(
  desk: Desk,
  current: Tab,
  args: ViewArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  const say: string[] = []
  if (args.wait_seconds) say.push(...(await waitFor(desk, current, args.query, args.wait_seconds, signal)))
  // A tab that opened by itself meanwhile is where the work goes on.
  const tab = desk.current ?? current
  // The list of a huge page takes longer than its text: who asked for the text does not wait for it.
  const bare = args.what === 'text' && (await weight(tab)) > hugePage
  const now = await observe(tab, { bare })
  say.push(...desk.takeNews())
  const done = (text: string, more: Partial<BrowserResult> = {}): BrowserResult => ({
    outcome: 'ok',
    text: [...say, text].filter(Boolean).join('\n'),
    url: now.url,
    title: now.title,
    pageChanged: false,
    pageMark: fingerprint(now.url, lines(now, false)),
    ...more,
  })
  const shot = async () => (desk.options.pictures === false ? undefined : await pictureForPerson(tab))
  switch (args.what ?? 'elements') {
    case 'elements':
      if (isPdf(tab, now))
        return done((await text(desk, tab, now, args)).text, { limit: 'page', shot: await shot() })
      return done(
        args.query && !args.wait_seconds
          ? await matching(desk, tab, args.query, args.from ?? 0)
          : await elements(desk, tab, now, args.from ?? 0),
        { limit: 'list', shot: await shot() },
      )
    case 'text': {
      const read = await text(desk, tab, now, args)
      return done(read.text, { limit: 'page', fullPath: read.path, shot: await shot() })
    }
    case 'screenshot': {
      const image = await pictureForModel(desk, tab)
      const head = headLines(desk, tab, now).join('\n')
      return done(
        `${head}\nThe picture shows what is in sight, ${image.width} x ${image.height} pixels. browser_click takes x and y of it.`,
        { image, shot: Buffer.from(image.data, 'base64') },
      )
    }
    case 'source':
      return done(await source(tab, args), { limit: 'list' })
    case 'console':
      return done(consoleText(tab, args.query))
  }
}

async function weight(tab: Tab): Promise<number> {
  const [main] = await tab.frames()
  return main!.call('weight', [])
}

async function waitFor(
  desk: Desk,
  tab: Tab,
  query: string | undefined,
  seconds: number,
  signal: AbortSignal,
): Promise<string[]> {
  const limit = Math.min(60, Math.max(0, seconds)) * 1000
  const start = performance.now()
  if (!query) {
    await until(() => undefined, limit, 200, signal)
    return [`waited ${Math.round(limit / 1000)} s`]
  }
  const found = await until(() => pageHas(desk.current ?? tab, query), limit, 150, signal)
  const spent = ((performance.now() - start) / 1000).toFixed(1)
  return [
    found ? `"${query}" is on the page (after ${spent} s)` : `"${query}" did not come within ${spent} s`,
  ]
}
/** True when any frame has the text, undefined when none. */
export async function pageHas(tab: Tab, text: string): Promise<true | undefined> {
  for (const world of await tab.frames())
    if (await world.call('hasText', [text]).catch(() => false)) return true
  return undefined
}

async function elements(desk: Desk, tab: Tab, now: Observation, from: number): Promise<string> {
  if (!from) return listText(desk, tab, now, { stars: true })
  const all = lines(now, true)
    .map((l) => l.text)
    .join('\n')
  return ranged(all, from, listLimit)
}

// Elements are looked for on the whole page, not only in what is in sight.
async function matching(desk: Desk, tab: Tab, query: string, from: number): Promise<string> {
  const whole = await observe(tab, { whole: true })
  const words = fold(query).split(' ').filter(Boolean)
  const all = lines(whole, false)
  const scored = all
    .map((line, i) => ({
      line,
      i,
      n:
        words.filter((w) => fold(line.text).includes(w)).length +
        (fold(line.text).includes(fold(query)) ? 2 : 0),
    }))
    .filter((s) => s.n >= Math.max(1, Math.ceil(words.length / 2)))
  const exact = scored.filter((s) => s.n >= words.length)
  const hits = exact.length ? exact : scored
  if (!hits.length)
    return `Nothing on the whole page matches "${query}" (${all.length} lines looked at, frames included).\n${headLines(desk, tab, whole).join('\n')}`
  const text = hits.map((h) => h.line.text.trim()).join('\n')
  return `${hits.length} of ${all.length} lines of the whole page match "${query}" (clicking scrolls to them):\n${ranged(text, from, listLimit)}`
}
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A piece that ends on a line end, with how to get the next one. */
export function ranged(all: string, from: number, limit: number, path?: string): string {
  if (from >= all.length && from > 0) return `(nothing from character ${from} on: there are ${all.length})`
  let to = Math.min(all.length, from + limit)
  if (to < all.length) {
    const end = all.lastIndexOf('\n', to)
    if (end > from + limit / 2) to = end
  }
  const rest = to < all.length ? `; the next part: from=${to}` : ''
  const where = path ? `; the whole is in ${path}` : ''
  const foot = from > 0 || rest ? `\n(characters ${from} to ${to} of ${all.length}${rest}${where})` : ''
  return all.slice(from, to) + foot
}

async function text(
  desk: Desk,
  tab: Tab,
  now: Observation,
  args: ViewArgs,
): Promise<{ text: string; path?: string }> {
  if (isPdf(tab, now)) {
    const saved = await fetchToWorkspace(desk, tab, tab.page.url())
    const pdf = await pdfText(desk, saved.path)
    if (!pdf)
      return {
        text: `This is a PDF without readable text, saved as ${saved.path} (${saved.size} bytes).`,
        path: saved.path,
      }
    return {
      text: `PDF, ${pdf.pages} pages, saved as ${saved.path}\n${ranged(pdf.text, args.from ?? 0, textLimit, saved.path)}`,
      path: saved.path,
    }
  }
  const query = args.wait_seconds ? undefined : args.query
  const worlds = now.frames.map((f) => f.world)
  const sizes: number[] = []
  for (const [i, world] of worlds.entries())
    sizes.push(
      await world.call('hold', ['page'], { ms: 60_000 }).catch((error: unknown) => {
        // A frame that went away has no text; the page itself not being read is no "no text".
        if (i === 0) throw error
        return 0
      }),
    )
  if (query) {
    const parts: string[] = []
    let blocks = 0
    for (const world of worlds) {
      const found = await world
        .call('passages', [query, Math.floor(textLimit / Math.min(worlds.length, 2))], { ms: 20_000 })
        .catch(() => undefined)
      blocks += found?.blocks ?? 0
      if (found?.text) parts.push(found.text)
    }
    if (!parts.length)
      return { text: `No passage of the page answers "${query}" (${blocks} paragraphs looked at).` }
    return {
      text: `Passages about "${query}" (of ${blocks} paragraphs; [at N] is the place, for from):\n${parts.join('\n\n').slice(0, textLimit)}`,
    }
  }
  let all = ''
  for (const [i, world] of worlds.entries()) {
    if (!sizes[i]) continue
    if (i) all += `\n\n(frame ${now.frames[i]!.extract.url.slice(0, 200)})\n\n`
    // In pieces, so that a huge page never stops this process for long.
    for (let at = 0; at < sizes[i]!; at += 200_000) all += await world.call('piece', [at, at + 200_000])
  }
  if (!all) return { text: '(the page has no text)' }
  if (all.length <= textLimit) return { text: all }
  const path = `${dirname(desk.home.downloads)}/.deskhand/pages/${slug(now)}.md`
  await desk.home.files.write(path, all)
  return { text: ranged(all, args.from ?? 0, textLimit, path), path }
}
function slug(now: Observation): string {
  const words = `${new URL(now.url).hostname || 'page'} ${now.title}`.normalize('NFKC').toLowerCase()
  let hash = 0
  for (const c of now.url) hash = (Math.imul(hash, 31) + c.charCodeAt(0)) | 0
  return `${words
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)}-${(hash >>> 0).toString(36)}`
}

async function source(tab: Tab, args: ViewArgs): Promise<string> {
  const parts: string[] = []
  for (const [i, world] of (await tab.frames()).entries()) {
    const html = (await world.evaluate('deskhand.source()')) as string
    parts.push(i ? `<!-- frame ${await world.call('extractUrl', [])} -->\n${html}` : html)
  }
  const all = parts.join('\n')
  if (!args.query) return ranged(all, args.from ?? 0, listLimit)
  const low = all.toLowerCase()
  const wanted = args.query.toLowerCase()
  const hits: string[] = []
  for (let at = low.indexOf(wanted); at >= 0 && hits.length < 12; at = low.indexOf(wanted, at + 600))
    hits.push(`[at ${Math.max(0, at - 250)}] …${all.slice(Math.max(0, at - 250), at + 350)}…`)
  return hits.length ? hits.join('\n\n') : `"${args.query}" is not in the source (${all.length} characters).`
}

function consoleText(tab: Tab, query: string | undefined): string {
  const wanted = query?.toLowerCase()
  const hits = tab.console.filter((l) => !wanted || l.text.toLowerCase().includes(wanted)).slice(-40)
  if (!hits.length) return 'The console is empty since this tab is watched.'
  return hits.map((l) => `${l.kind}: ${l.text.slice(0, 300)}`).join('\n')
}
