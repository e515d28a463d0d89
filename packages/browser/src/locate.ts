import type { Desk } from './desk.ts'
import { observe } from './observe.ts'
import type { Found } from './page/words.ts'
import { type Place, type Spot, show } from './place.ts'
import { fit, lines } from './print.ts'
import { Refusal } from './refusal.ts'
import type { Shown, Tab } from './tab.ts'
import { look } from './vision.ts'
import type { World } from './world.ts'

export type Prefer = 'click' | 'field' | 'any'

export function parseTarget(target: string): {
  by: 'number' | 'text' | 'css' | 'words'
  value: string
  sure: boolean
} {
  const text = target.trim()
  const bracket = text.match(/^\[\s*(\d+)\s*\]$/)
  if (bracket) return { by: 'number', value: bracket[1]!, sure: true }
  if (/^\d+$/.test(text)) return { by: 'number', value: text, sure: false }
  const prefixed = text.match(/^(text|css)\s*[:=]\s*([\s\S]+)$/)
  if (prefixed) return { by: prefixed[1] as 'text' | 'css', value: prefixed[2]!.trim(), sure: true }
  return { by: 'words', value: text, sure: false }
}

/**
 * Finds what a target means: number, text or label, CSS, and for words that nothing carries the vision model. Several
 * candidates are never guessed among: they are told with their numbers.
 */
export async function locate(
  desk: Desk,
  tab: Tab,
  target: string,
  prefer: Prefer,
  signal: AbortSignal,
): Promise<Place | Spot> {
  const parsed = parseTarget(target)
  if (!parsed.value)
    throw new Refusal(
      'E_TARGET',
      'The target is empty. Give a number from the list, text:…, css=…, or words.',
    )
  if (parsed.by === 'number') return byNumber(tab, Number(parsed.value), parsed.sure)
  if (parsed.by === 'css') return byCss(tab, parsed.value)
  return byWords(desk, tab, parsed.value, prefer, parsed.by === 'words', signal)
}

async function byNumber(tab: Tab, id: number, sure: boolean): Promise<Place> {
  const shown = tab.shown.get(id)
  const reads = sure && shown ? [] : await reading(tab, String(id))
  if (!shown) {
    const hint = reads.length ? ` If you mean what reads "${id}", use target "text:${id}".` : ''
    throw new Refusal(
      'E_UNKNOWN_ID',
      `No element has been shown with the number ${id} in tab ${tab.id}.${hint} Numbers shown: ${numbers(tab)}.\n${await freshList(tab)}`,
    )
  }
  const other = reads.find((f) => f.found.id !== id)
  if (other && (await alive(shown, id, tab))) {
    throw new Refusal(
      'E_AMBIGUOUS',
      `"${id}" may be element [${id}] ${shown.sig.name ? `"${shown.sig.name}"` : `<${shown.sig.kind}>`}, or [${other.found.id}], whose text is "${id}". Say target "[${id}]" for the first or "text:${id}" for the second.`,
    )
  }
  return recheck(tab, id, shown)
}

async function alive(shown: Shown, id: number, tab: Tab): Promise<boolean> {
  const now = await shown.world.call('resolve', [id, shown.sig, tab.next])
  return now.state === 'same' || now.state === 'changed'
}

async function reading(tab: Tab, text: string): Promise<{ world: World; found: Found }[]> {
  const out: { world: World; found: Found }[] = []
  for (const world of await tab.frames()) {
    const answer = await world.call('find', [text, 'click', '', tab.next]).catch(() => undefined)
    if (!answer) continue
    tab.next = answer.next
    if (answer.rank === 0) for (const found of answer.found) out.push({ world, found })
    for (const found of answer.found) show(tab, world, found)
  }
  return out
}

async function recheck(tab: Tab, id: number, shown: Shown): Promise<Place> {
  const { sig, world } = shown
  const url = (await world.call('extractUrl', [])) as string
  const now = await world.call('resolve', [id, sig, tab.next])
  const place = { world, via: 'number' as const, name: sig.name, kind: sig.kind }
  if (now.state === 'same' || sig.kind === 'scroller' || sig.kind === 'frame' || sig.kind === 'blocker') {
    if (now.state !== 'gone')
      return { ...place, id, name: now.now?.name || sig.name, kind: now.now?.kind ?? sig.kind }
  }
  const otherPage = url.split('#')[0] !== shown.url.split('#')[0]
  if (now.state === 'changed' && now.now) {
    tab.shown.set(id, { ...shown, sig: now.now, url })
    throw new Refusal(
      'E_CHANGED',
      `[${id}] was ${said(sig)} and now is ${said(now.now)}: nothing was done. If that is what you mean, use it again; else:\n${await freshList(tab)}`,
    )
  }
  if (now.state === 'twin' && !otherPage) {
    tab.shown.set(now.id, { world, sig, url })
    tab.next = Math.max(tab.next, now.id + 1)
    return {
      ...place,
      id: now.id,
      note: `[${id}] was drawn anew; the only element of the same kind and name, now [${now.id}], was used`,
    }
  }
  if (otherPage)
    throw new Refusal(
      'E_STALE_PAGE',
      `[${id}] ${said(sig)} was on ${shown.url}; the page is now ${url}. Nothing was done.\n${await freshList(tab)}`,
    )
  const many = now.twins && now.twins > 1 ? ', and several others look the same' : ''
  throw new Refusal(
    'E_STALE',
    `[${id}] ${said(sig)} is no longer on the page${many}. Nothing was done. The page now:\n${await freshList(tab)}`,
  )
}
function said(sig: { kind: string; name: string; row: string }): string {
  const row = sig.row && sig.row !== sig.name ? ` in "${sig.row.slice(0, 40)}"` : ''
  return `${sig.name ? `"${sig.name.slice(0, 60)}"` : `<${sig.kind}>`}${row}`
}
function numbers(tab: Tab): string {
  const all = [...tab.shown.keys()].sort((a, b) => a - b)
  return all.length ? `${all[0]} to ${all.at(-1)}` : 'none yet; call browser_view first'
}
/** The list as it is now, for a refusal. */
export async function freshList(tab: Tab): Promise<string> {
  try {
    const now = await observe(tab)
    return fit(lines(now, true), 3000).text
  } catch {
    return '(the page could not be read just now; call browser_view)'
  }
}

async function byCss(tab: Tab, selector: string): Promise<Place> {
  const all: { world: World; found: Found }[] = []
  let total = 0
  for (const world of await tab.frames()) {
    const answer = await world.call('css', [selector, tab.next])
    if (answer.error)
      throw new Refusal('E_CSS', `The selector "${selector}" is not valid CSS: ${answer.error}`)
    tab.next = answer.next
    total += answer.total
    for (const found of answer.found) all.push({ world, found })
  }
  return one(tab, all, total, `css=${selector}`, 'css')
}

const roleWords: [RegExp, string][] = [
  [/\b(button|btn)\b|按钮/i, 'button'],
  [/\blink\b|链接/i, 'link'],
  [
    /\b(field|input|text ?box|box|search bar|dropdown|select|combo ?box|picker)\b|输入框|文本框|下拉/i,
    'field',
  ],
  [/\bcheck ?box\b|复选框/i, 'checkbox'],
  [/\bradio( button)?\b/i, 'radio'],
  [/\btab\b|标签页/i, 'tab'],
  [/\b(menu item|option|entry|suggestion)\b|选项/i, 'option'],
  [/\bicon\b|图标/i, 'icon'],
]

async function byWords(
  desk: Desk,
  tab: Tab,
  text: string,
  prefer: Prefer,
  described: boolean,
  signal: AbortSignal,
): Promise<Place | Spot> {
  const direct = await search(tab, text, prefer, '')
  if (direct.length) return one(tab, direct, direct.length, text, 'text')
  if (described) {
    for (const [pattern, role] of roleWords) {
      if (!pattern.test(text)) continue
      const name = text
        .replace(pattern, ' ')
        .replace(/\b(the|a|an|labell?ed|named|called|with text|for|that says|reading)\b/gi, ' ')
        .replace(/["'“”‘’「」]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
      if (!name) continue
      const found = await search(tab, name, role === 'field' ? 'field' : prefer, role)
      if (found.length) return one(tab, found, found.length, text, 'text')
    }
  }
  if (desk.eyes && described) return look(desk, tab, text, signal)
  const near = await nearest(tab, text)
  const eyes = desk.eyes ? '' : ' (There is no vision model to find it by its looks.)'
  throw new Refusal(
    'E_NOT_FOUND_TEXT',
    `Nothing on the page is called "${text}".${near ? ` Nearest: ${near}.` : ''} It may be further down or in another tab: browser_view with a query, or browser_scroll with until.${eyes}`,
  )
}

async function search(
  tab: Tab,
  text: string,
  prefer: Prefer,
  role: string,
): Promise<{ world: World; found: Found }[]> {
  let best = Number.POSITIVE_INFINITY
  let all: { world: World; found: Found }[] = []
  for (const world of await tab.frames()) {
    const answer = await world.call('find', [text, prefer, role, tab.next]).catch(() => undefined)
    if (!answer) continue
    tab.next = answer.next
    if (answer.rank < 0 || answer.rank > best) continue
    if (answer.rank < best) [best, all] = [answer.rank, []]
    for (const found of answer.found) all.push({ world, found })
  }
  return all
}

function one(
  tab: Tab,
  all: { world: World; found: Found }[],
  total: number,
  target: string,
  via: 'text' | 'css',
): Place {
  for (const { world, found } of all) show(tab, world, found)
  if (all.length === 1) {
    const { world, found } = all[0]!
    return { world, id: found.id, via, name: found.name, kind: found.kind }
  }
  if (!all.length) throw new Refusal('E_NOT_FOUND_TEXT', `Nothing on the page matches ${target}.`)
  const list = all.map(
    ({ found }) =>
      `[${found.id}]<${found.kind}>${found.name}${found.row && found.row !== found.name ? `  — in "${found.row}"` : ''}`,
  )
  throw new Refusal(
    'E_AMBIGUOUS',
    `${total} elements match "${target}"; nothing was done. Choose one by its number:\n${list.join('\n')}${total > list.length ? `\n… and ${total - list.length} more` : ''}`,
  )
}
async function nearest(tab: Tab, text: string): Promise<string> {
  const [main] = await tab.frames()
  const names = await main!.call('sample', []).catch(() => [] as string[])
  const words = new Set(text.toLowerCase().split(/\s+/))
  const scored = names
    .map((name) => ({
      name,
      n: name
        .toLowerCase()
        .split(/\s+/)
        .filter((w) => words.has(w)).length,
    }))
    .filter((s) => s.n > 0)
    .sort((a, b) => b.n - a.n)
  return scored
    .slice(0, 5)
    .map((s) => `"${s.name}"`)
    .join(', ')
}
