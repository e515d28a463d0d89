import type { Desk } from './desk.ts'
import { parseTarget } from './locate.ts'
import type { Tab } from './tab.ts'
import { elementAt } from './vision.ts'
import type { World } from './world.ts'

/** A call that is about to be made, as the tool has it. */
export type RiskQuestion =
  | { tool: 'click'; target?: string; x?: number; y?: number }
  | { tool: 'type'; target?: string; text: string; enter?: boolean }
  | { tool: 'fill'; fields: { target: string; value: string | string[] }[]; submit?: boolean | string }
  | { tool: 'press'; keys: string }
  | { tool: 'script' }
  | { tool: 'upload' }
  | { tool: 'drag'; target: string }

export interface Risk {
  risk: 'secret' | 'activate' | 'upload'
  url: string
  /** what it acts on, in words */
  element?: string
}

const english =
  /(?<![\p{L}\p{N}_-])(buy|pay|purchase|place (your |the )?order|order now|transfer|send|delete|publish|post)(?![\p{L}\p{N}_-])/iu
const chinese = /购买|支付|付款|下单|提交订单|转账|汇款|删除|发布|发表|发送|立即购买|确认付款/

/** Whole words that mean: this spends, sends, shows or destroys something. */
export function activates(name: string): boolean {
  return english.test(name.normalize('NFKC')) || chinese.test(name)
}
/** Sites of this very computer: what the agent itself started. */
export function isLoopback(url: string): boolean {
  if (!/^https?:/.test(url)) return true
  const host = new URL(url).hostname
  return host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host) || host === '[::1]'
}

/** Decided by what stands on the page, without a model. `personSaid`: a secret in the person's own words is theirs to use. */
export async function riskOf(
  desk: Desk,
  question: RiskQuestion & { personSaid?: readonly string[] },
): Promise<Risk | undefined> {
  const tab = desk.current
  if (!tab || tab.dialog || tab.closed) return undefined
  const url = tab.page.url()
  if (isLoopback(url)) return undefined
  if (question.tool === 'upload') return { risk: 'upload', url }
  const said = question.personSaid ?? []
  const found = await find(desk, tab, question, said).catch(() => undefined)
  return found && { ...found, url }
}

async function find(
  desk: Desk,
  tab: Tab,
  q: RiskQuestion,
  said: readonly string[],
): Promise<Omit<Risk, 'url'> | undefined> {
  switch (q.tool) {
    case 'click':
      return q.target === undefined ? atPoint(desk, tab, q.x, q.y) : named(tab, q.target)
    case 'drag':
      return named(tab, q.target)
    case 'type': {
      const secret = await secretField(tab, q.target, q.text, said)
      return secret ?? (q.enter ? enterIn(tab, said, [q.text]) : undefined)
    }
    case 'fill': {
      for (const field of q.fields) {
        const text = Array.isArray(field.value) ? field.value.join(' ') : field.value
        const secret = await secretField(tab, field.target, text, said)
        if (secret) return secret
      }
      if (!q.submit) return undefined
      if (typeof q.submit === 'string') {
        const by = await named(tab, q.submit)
        if (by) return by
      }
      return formOf(
        tab,
        q.fields.at(-1)?.target,
        said,
        q.fields.map((f) => String(f.value)),
      )
    }
    case 'press':
      return /\b(enter|return|space)\b/i.test(q.keys) ? enterIn(tab, said, []) : undefined
    case 'script':
      return scriptOn(tab)
  }
}

async function atPoint(desk: Desk, tab: Tab, x?: number, y?: number): Promise<Omit<Risk, 'url'> | undefined> {
  const { picture } = desk
  if (x === undefined || y === undefined || picture?.tab !== tab) return undefined
  const at = await elementAt(tab, x / picture.scale, y / picture.scale)
  return 'id' in at && activates(at.name) ? { risk: 'activate', element: at.name } : undefined
}

async function element(
  tab: Tab,
  target: string | undefined,
  prefer: 'click' | 'field',
): Promise<{ world: World; id: number } | undefined> {
  if (target === undefined) {
    for (const world of (await tab.frames()).reverse()) {
      const id = await world.call('focused', [tab.next]).catch(() => 0)
      tab.next = Math.max(tab.next, id + 1)
      const info = id ? await world.call('fieldInfo', [id]) : null
      if (info && info.way !== 'none') return { world, id }
      if (id) return { world, id }
    }
    return undefined
  }
  const parsed = parseTarget(target)
  if (parsed.by === 'number') {
    const shown = tab.shown.get(Number(parsed.value))
    return shown && { world: shown.world, id: Number(parsed.value) }
  }
  for (const world of await tab.frames()) {
    const answer =
      parsed.by === 'css'
        ? await world.call('css', [parsed.value, tab.next])
        : await world.call('find', [parsed.value, prefer, '', tab.next])
    tab.next = Math.max(tab.next, answer.next)
    const hit = answer.found[0]
    if (hit) return { world, id: hit.id }
  }
  return undefined
}

async function named(tab: Tab, target: string): Promise<Omit<Risk, 'url'> | undefined> {
  const at = await element(tab, target, 'click')
  const item = at && (await at.world.call('describeId', [at.id]))
  const name = item?.sig.name || (parseTarget(target).by === 'words' ? target : '')
  if (activates(name)) return { risk: 'activate', element: name }
  // The button of a form with a password sends that password.
  if (at && item && /button|submit|image/.test(item.kind)) {
    const form = await at.world.call('formOf', [at.id])
    if (form && activates(form.submit) && form.submit === name) return { risk: 'activate', element: name }
  }
  return undefined
}

async function secretField(
  tab: Tab,
  target: string | undefined,
  text: string,
  said: readonly string[],
): Promise<Omit<Risk, 'url'> | undefined> {
  const at = await element(tab, target, 'field')
  const info = at && (await at.world.call('fieldInfo', [at.id]))
  if (!info?.secret || given(text, said)) return undefined
  return { risk: 'secret', element: info.name || 'a password or card field' }
}
function given(text: string, said: readonly string[]): boolean {
  const secret = text.trim()
  return secret.length > 0 && said.some((s) => s.includes(secret))
}

async function enterIn(
  tab: Tab,
  said: readonly string[],
  texts: string[],
): Promise<Omit<Risk, 'url'> | undefined> {
  const at = await element(tab, undefined, 'field')
  if (!at) return undefined
  const item = await at.world.call('describeId', [at.id])
  if (item && activates(item.sig.name) && /button|link|^a\b/.test(item.kind))
    return { risk: 'activate', element: item.sig.name }
  return formRisk(at, said, texts)
}
async function formOf(
  tab: Tab,
  target: string | undefined,
  said: readonly string[],
  texts: string[],
): Promise<Omit<Risk, 'url'> | undefined> {
  const at = await element(tab, target, 'field')
  return at && formRisk(at, said, texts)
}
async function formRisk(
  at: { world: World; id: number },
  said: readonly string[],
  texts: string[],
): Promise<Omit<Risk, 'url'> | undefined> {
  const form = await at.world.call('formOf', [at.id])
  if (!form) return undefined
  if (activates(form.submit)) return { risk: 'activate', element: form.submit }
  if (!form.secret) return undefined
  const held = await at.world.call('secretValues', [])
  return [...held, ...texts.filter(Boolean)].every((v) => given(v, said))
    ? undefined
    : { risk: 'secret', element: form.submit || 'a form with a password or card field' }
}
async function scriptOn(tab: Tab): Promise<Omit<Risk, 'url'> | undefined> {
  for (const world of await tab.frames())
    if (await world.call('secretsOnPage', []))
      return { risk: 'activate', element: 'a script on a page with a password or card field' }
  return undefined
}
