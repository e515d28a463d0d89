import type { Before, Deed } from './act.ts'
import type { BrowserResult } from './browser-session.ts'
import type { Desk } from './desk.ts'
import { dialogText } from './dialogs.ts'
import { exactSize, sizeText } from './downloads.ts'
import { difference, fingerprint } from './effect.ts'
import { listText } from './list-text.ts'
import { type Observation, observe } from './observe.ts'
import { pictureForPerson } from './pictures.ts'
import { type Line, lines } from './print.ts'
import { documentReady, type Settled } from './settle.ts'
import type { Tab } from './tab.ts'
import { pause } from './time.ts'

const maxChangedLines = 25

/** Looks again and says what is different, shows what came, and draws up the result. */
export async function report(
  desk: Desk,
  tab: Tab,
  deed: Deed,
  before: Before,
  settled: Settled,
): Promise<BrowserResult> {
  const say: string[] = [deed.what, ...(deed.say ?? [])]
  const changed: string[] = []
  await newDownloads(desk, before, changed)
  const opened = desk.opened.filter((t) => !before.tabs.includes(t.id))
  desk.opened = []
  const now = desk.current && !desk.current.closed ? desk.current : tab
  for (const other of opened) {
    await documentReady(other, 'interactive', 5000).catch(() => false)
    const title = await titleOf(other)
    changed.push(
      `new tab ${other.id}${title ? ` "${title}"` : ''} ${other.page.url()}${other === now ? ' (now the current tab)' : ''}`,
    )
  }
  const shut = desk.closedTabs.splice(0)
  for (const t of shut)
    changed.push(
      `tab ${t.id} (${t.title}) was closed${now.id !== t.id ? `; the current tab is ${now.id}` : ''}`,
    )
  // A click on what turns out to be a download begins like a navigation and leaves the page as it was.
  const stayed = desk.downloads.all.length > before.downloads && tab.page.url() === before.url
  const moved = now !== tab || (settled.navigated && !stayed) || tab.closed
  const errors = tab.console.filter((l) => l.kind === 'error' || l.kind === 'exception').slice(before.errors)
  const toasts: string[] = []
  let after: Observation | undefined
  let structural = false
  if (now.dialog) changed.push(dialogText(now))
  else {
    // What the page drew anew may listen too; asking again is needed only then.
    const fresh = moved || (await mutated(tab))
    after = await observe(now, { listeners: fresh || 'once' }).catch(() => undefined)
    if (!moved) await happenings(tab, toasts, changed, before, after)
    if (after && before.observation && !moved) structural = compare(before, after, changed, settled)
  }
  if (now.page.url() !== before.url) changed.unshift(`url: ${before.url} → ${now.page.url()}`)
  if (!moved && after && after.title !== before.title)
    changed.push(`title: "${before.title}" → "${after.title}"`)
  for (const toast of toasts) changed.push(`message shown: "${toast}"`)
  requestsFailed(tab, changed)
  const chooser = desk.chooser?.tab === tab ? desk.chooser : undefined
  if (chooser)
    changed.push(
      'a file chooser opened: give the files with browser_file, action "upload", paths (no target needed)',
    )
  for (const news of desk.takeNews()) changed.push(news)
  for (const line of errors.slice(0, 3)) say.push(`console ${line.kind}: ${line.text.slice(0, 200)}`)
  if (settled.how === 'cap') say.push('still loading or changing after the wait; what is there is shown')
  const fullList =
    !!after && (moved || now.page.url().split('#')[0] !== before.url.split('#')[0] || structural)
  return result(desk, now, {
    deed,
    say,
    changed,
    before,
    after,
    fullList,
    settled,
    moved,
    opened: opened.length > 0,
  })
}

async function mutated(tab: Tab): Promise<boolean> {
  let any = false
  for (const world of await tab.frames().catch(() => []))
    any = !!(await world.call('happened', [true], { ms: 1500 }).catch(() => undefined))?.mutations || any
  return any
}

async function newDownloads(desk: Desk, before: Before, changed: string[]): Promise<void> {
  for (const download of desk.downloads.all.slice(before.downloads)) {
    await Promise.race([download.ended, pause(5000)])
    if (download.state === 'done')
      changed.push(`downloaded ${download.path} (${exactSize(download.received)})`)
    else if (download.state === 'failed')
      changed.push(`the download of ${download.name} failed (${download.url})`)
    else
      changed.push(
        `downloading ${download.name}: ${sizeText(download.received)}${download.total ? ` of ${sizeText(download.total)}` : ''} so far; it goes on, browser_file with action "download" waits for it`,
      )
  }
}

async function happenings(
  tab: Tab,
  toasts: string[],
  changed: string[],
  before: Before,
  after: Observation | undefined,
): Promise<void> {
  const shown = after
    ? lines(after, false)
        .map((l) => l.text)
        .join('\n')
    : ''
  const early = before.observation
    ? lines(before.observation, false)
        .map((l) => l.text)
        .join('\n')
    : ''
  for (const world of await tab.frames().catch(() => [])) {
    const happened = await world.call('happened', [], { ms: 1500 }).catch(() => undefined)
    if (!happened) continue
    for (const toast of happened.toasts)
      if (!early.includes(toast) || !shown.includes(toast)) toasts.push(toast)
    // What came outside of the screen, or came and went, is in neither list.
    const unseen = happened.added.filter((text) => !shown.includes(text.slice(0, 60)) && text.length > 1)
    for (const text of unseen.slice(0, 5))
      changed.push(`added (out of sight or gone again): ${text.slice(0, 120)}`)
  }
}

/** True when so much is different that the whole list says it better. */
function compare(before: Before, after: Observation, changed: string[], settled: Settled): boolean {
  const diff = difference(before.observation!, after)
  if (scrollOf(after) !== before.scroll) {
    const f = after.frames[0]!.extract
    changed.push(`scrolled: now ${f.scrollAbove.toFixed(1)} screens above, ${f.scrollBelow.toFixed(1)} below`)
  }
  for (const state of diff.states.slice(0, 12)) changed.push(state)
  const all = diff.added.length + diff.removed.length
  if (all > maxChangedLines) {
    changed.push(`${diff.added.length} lines added, ${diff.removed.length} removed (list below)`)
    return true
  }
  for (const line of diff.added) changed.push(`+ ${line.slice(0, 300)}`)
  for (const line of diff.removed) changed.push(`- ${line.slice(0, 160)}`)
  void settled
  return false
}

function requestsFailed(tab: Tab, changed: string[]): void {
  const bad = tab.requests
    .caused()
    .filter((r) => (r.status ?? 0) >= 400 || (r.failed && !/ABORTED/.test(r.failed)))
  for (const r of bad.slice(0, 3))
    changed.push(`request failed: ${r.status ?? r.failed} ${r.url.slice(0, 160)}`)
}

export async function titleOf(tab: Tab): Promise<string> {
  return tab.ask(() => tab.page.title(), 1500).catch(() => '')
}

interface Parts {
  deed: Deed
  say: string[]
  changed: string[]
  before: Before
  after: Observation | undefined
  fullList: boolean
  settled: Settled
  moved: boolean
  opened: boolean
}
async function result(desk: Desk, now: Tab, parts: Parts): Promise<BrowserResult> {
  const { deed, say, changed, before, after, settled } = parts
  const all: Line[] = after ? lines(after, false) : []
  const unexplained = !changed.length && !deed.proven
  if (unexplained)
    say.push(
      `Nothing on the page changed within ${(settled.ms / 1000).toFixed(1)} s of it. Do not assume that it worked.`,
    )
  const body = [...say, ...(changed.length ? ['changed:', ...changed.map((c) => `  ${c}`)] : [])]
  if (parts.fullList && after) body.push('', await listText(desk, now, after, { stars: !parts.moved }))
  const urlNow = now.page.url()
  return {
    outcome: deed.outcome ?? 'ok',
    code: deed.code ?? (unexplained ? 'E_NO_EFFECT' : undefined),
    text: body.join('\n'),
    url: urlNow,
    title: after?.title ?? (await titleOf(now)),
    via: deed.via,
    changes: summary(changed),
    before: await before.picture,
    shot: desk.options.pictures === false ? undefined : await pictureForPerson(now),
    point: deed.point,
    limit: parts.fullList ? 'list' : undefined,
    pageChanged:
      parts.moved ||
      parts.opened ||
      !!now.dialog ||
      urlNow.split('#')[0] !== before.url.split('#')[0] ||
      covers(before, after),
    pageMark: fingerprint(urlNow, all),
  }
}
function summary(changed: string[]): string {
  if (!changed.length) return 'nothing changed'
  const plus = changed.filter((c) => c.startsWith('+ ')).length
  const minus = changed.filter((c) => c.startsWith('- ')).length
  const rest = changed.filter((c) => !/^[+-] /.test(c))
  const parts = rest.slice(0, 2).map((c) => c.slice(0, 100))
  if (plus) parts.push(`${plus} ${plus === 1 ? 'line' : 'lines'} added`)
  if (minus) parts.push(`${minus} ${minus === 1 ? 'line' : 'lines'} removed`)
  return parts.join(', ')
}
/** Something new lies over what the other calls of the reply meant. */
function covers(before: Before, after: Observation | undefined): boolean {
  const count = (o: Observation | undefined) =>
    o?.frames.reduce((n, f) => n + f.extract.blockers.reduce((m, b) => m + b.count, 0), 0) ?? 0
  return count(after) > count(before.observation) + 2
}

export function scrollOf(observation: Observation | undefined): string {
  return (
    observation?.frames
      .map(
        (f) =>
          `${f.extract.scrollAbove.toFixed(2)}${f.extract.items
            .filter((i) => i.k === 's')
            .map((i) => (i.k === 's' ? i.above.toFixed(2) : ''))
            .join()}`,
      )
      .join('|') ?? ''
  )
}
