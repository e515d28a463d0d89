import { act, type Deed } from '../act.ts'
import { aimAt } from '../aim-at.ts'
import type { BrowserResult, Via } from '../browser-session.ts'
import { pickDay, readDay } from '../calendar.ts'
import type { Desk } from '../desk.ts'
import { locate } from '../locate.ts'
import { clickAt } from '../mouse.ts'
import type { FieldInfo } from '../page/words.ts'
import type { Place } from '../place.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { pause, until } from '../time.ts'
import { through } from './click.ts'
import { typeInto } from './type.ts'

export interface FillArgs {
  fields: { target: string; value: string | string[] }[]
  submit?: boolean | string
}

/** Fills a whole form, each field in its own way and read back; the first that fails or changes the page ends it. */
export async function fill(
  desk: Desk,
  tab: Tab,
  args: FillArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  if (!args.fields.length && !args.submit) throw new Refusal('E_ARGUMENT', 'No fields were given.')
  return act(desk, tab, signal, async () => {
    const url = tab.page.url()
    const say: string[] = []
    const vias = new Set<Via>()
    let failed: Refusal | undefined
    let stopped = false
    let point: { x: number; y: number } | undefined
    let last: Place | undefined
    let done = 0
    for (const field of args.fields) {
      signal.throwIfAborted()
      try {
        const at = await locate(desk, tab, field.target, 'field', signal)
        if (!('id' in at))
          throw new Refusal(
            'E_TARGET',
            `"${field.target}" is a spot in a picture, not a field: use browser_click and browser_type.`,
          )
        vias.add(at.via)
        const deed = await fillOne(tab, at, field.value, signal)
        last = at
        point = deed.point ?? point
        say.push(
          `${deed.outcome === 'failed' ? 'FAILED ' : ''}${deed.what}${deed.say?.length ? `: ${deed.say.join('; ')}` : ''}`,
        )
        if (deed.outcome === 'failed') {
          failed = new Refusal(deed.code ?? 'E_VALUE', '')
          break
        }
        done++
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failed = error
        say.push(`FAILED ${field.target}: ${error.message}`)
        break
      }
      stopped = tab.closed || !!tab.dialog || tab.page.url() !== url || desk.current !== tab
      if (stopped) break
    }
    const left = args.fields.length - done - (failed ? 1 : 0)
    if (left > 0)
      say.push(
        `${left} more ${left === 1 ? 'field was' : 'fields were'} not filled${stopped ? ': the page changed' : ''}`,
      )
    const deed: Deed = {
      what: `filled ${done} of ${args.fields.length} fields`,
      say,
      via: vias.size === 1 ? [...vias][0] : vias.size ? 'text' : undefined,
      point,
      world: last?.world,
      proven: true,
      outcome: failed ? 'failed' : 'ok',
      code: failed?.code,
    }
    if (args.submit && !failed && !stopped) await submit(desk, tab, args.submit, last, deed, signal)
    else if (args.submit) deed.say!.push('nothing was submitted')
    return deed
  })
}

async function fillOne(tab: Tab, at: Place, value: string | string[], signal: AbortSignal): Promise<Deed> {
  const info = await at.world.call('fieldInfo', [at.id])
  if (!info) throw new Refusal('E_STALE', `[${at.id}] is no longer on the page.`)
  const values = (Array.isArray(value) ? value : [value]).map(String)
  const single = values.join(', ')
  if (info.disabled) throw new Refusal('E_DISABLED', `[${at.id}] "${info.name}" is disabled.`)
  switch (info.way) {
    case 'select':
      return choose(tab, at, info, values)
    case 'check':
      return check(tab, at, info, single)
    case 'radio':
      return check(tab, at, info, /^(false|no|off|0)$/i.test(single) ? single : 'true')
    case 'combo':
      return pickOption(tab, at, info, values, signal)
    case 'file':
      throw new Refusal(
        'E_WRONG_KIND',
        `[${at.id}] "${info.name}" takes files: use browser_file with action "upload".`,
      )
    case 'none':
      throw new Refusal(
        'E_WRONG_KIND',
        `[${at.id}] "${info.name}" (<${info.kind}>) is no field. Click it, or choose a field of the list.`,
      )
  }
  if (info.readonly) {
    const day = readDay(single)
    if (day) return pickDay(tab, at, info, day, signal)
  }
  if (info.kind.includes('role=combobox') && info.way === 'text') {
    const typed = await typeInto(tab, at, single, { clear: true, focus: true, wait: true })
    return (await takeSuggestion(tab, at, single, typed)) ?? typed
  }
  return typeInto(tab, at, single, { clear: true, focus: true, wait: true })
}

async function choose(tab: Tab, at: Place, info: FieldInfo, values: string[]): Promise<Deed> {
  await aimAt(tab, at)
  const picked = await at.world.call('choose', [at.id, info.multiple ? values : values.slice(0, 1)])
  if (!picked.ok) {
    const named = `[${at.id}] "${info.name}"`
    if (picked.kind === 'many')
      throw new Refusal(
        'E_AMBIGUOUS',
        `${named} has several options "${picked.missing}": ${picked.near!.join(' · ')}. Give the value instead.`,
      )
    if (picked.kind === 'disabled')
      throw new Refusal('E_DISABLED', `The option "${picked.missing}" of ${named} is disabled.`)
    throw new Refusal(
      'E_OPTION_NOT_FOUND',
      `${named} has no option "${picked.missing}". Nearest: ${picked.near!.map((n) => `"${n}"`).join(', ')}.`,
    )
  }
  return { what: `[${at.id}] "${info.name}" = ${picked.chosen.map((c) => `"${c}"`).join(', ')}`, via: at.via }
}

async function check(tab: Tab, at: Place, info: FieldInfo, value: string): Promise<Deed> {
  const wanted = !/^(false|no|off|0|unchecked|uncheck|none|否|关)?$/i.test(value.trim())
  const what = `[${at.id}] "${info.name}" ${wanted ? 'is on' : 'is off'}`
  if (info.checked === wanted) return { what: `${what} already`, via: at.via }
  const target = await aimAt(tab, at)
  const deed: Deed = { what, via: at.via, point: { x: target.x, y: target.y } }
  await through(deed, () => clickAt(tab, target.x, target.y))
  const now = await until(async () => {
    const after = await at.world.call('fieldInfo', [at.id])
    return after?.checked === wanted ? true : undefined
  }, 600)
  if (now) return deed
  return {
    ...deed,
    what: `clicked [${at.id}] "${info.name}"`,
    say: [`it is still ${wanted ? 'off' : 'on'}`],
    outcome: 'failed',
    code: 'E_NO_EFFECT',
  }
}

const mostScrolls = 60

/** A list that a button or a field opens: opened, looked through as far as it scrolls, chosen, read back. */
async function pickOption(
  tab: Tab,
  at: Place,
  info: FieldInfo,
  values: string[],
  signal: AbortSignal,
): Promise<Deed> {
  const before = info.value
  const list = async () => {
    const found = await at.world.call('optionList', [tab.next, at.id])
    tab.next = Math.max(tab.next, found.next)
    return found
  }
  let said: Deed = { what: '' }
  for (const value of values) {
    if (!(await list()).items.length) {
      const target = await aimAt(tab, at)
      await clickAt(tab, target.x, target.y)
    }
    const open = await until(async () => ((await list()).items.length ? true : undefined), 1500, 60, signal)
    if (!open)
      throw new Refusal(
        'E_WRONG_KIND',
        `[${at.id}] "${info.name}" opened no list that could be recognized. Click it and choose from what appears.`,
      )
    const option = await findOption(at, value, list, signal)
    const target = await aimAt(tab, {
      world: at.world,
      id: option.id,
      via: at.via,
      name: option.name,
      kind: option.kind,
    })
    await clickAt(tab, target.x, target.y)
    await pause(80, signal)
    const now = await until(async () => {
      const after = await at.world.call('fieldInfo', [at.id])
      return after && after.value !== before ? after.value : undefined
    }, 500)
    said = {
      what: `[${at.id}] "${info.name}": chose "${option.name}"`,
      via: at.via,
      point: { x: target.x, y: target.y },
      say: now ? [`it now shows "${now.slice(0, 80)}"`] : [],
    }
  }
  return said
}

async function findOption(
  at: Place,
  wanted: string,
  list: () => Promise<{
    items: { id: number; name: string; kind: string }[]
    scroller: number
    more: boolean
  }>,
  signal: AbortSignal,
): Promise<{ id: number; name: string; kind: string }> {
  const fold = (s: string) => s.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const seen = new Set<string>()
  let found = await list()
  if (found.scroller) await at.world.evaluate(`deskhand.scrollFar(${found.scroller}, true)`)
  await pause(30, signal)
  for (let n = 0; n < mostScrolls; n++) {
    found = await list()
    for (const item of found.items) seen.add(item.name)
    const exact = found.items.filter((i) => fold(i.name) === fold(wanted))
    if (exact.length) return exact[0]!
    if (!found.scroller || !found.more) break
    await at.world.evaluate(`deskhand.scrollPage(${found.scroller})`)
    await pause(60, signal)
  }
  const partly = (await list()).items.filter((i) => fold(i.name).includes(fold(wanted)))
  if (partly.length === 1) return partly[0]!
  const near = [...seen].filter((s) => fold(s).slice(0, 3) === fold(wanted).slice(0, 3)).slice(0, 5)
  throw new Refusal(
    'E_OPTION_NOT_FOUND',
    `[${at.id}] has no option "${wanted}". ${seen.size} were seen${
      near.length
        ? `; nearest: ${near.map((s) => `"${s}"`).join(', ')}`
        : `, such as ${[...seen]
            .slice(0, 5)
            .map((s) => `"${s}"`)
            .join(', ')}`
    }.`,
  )
}

/** A combobox that one types into takes what it offers under exactly these words. */
async function takeSuggestion(tab: Tab, at: Place, text: string, typed: Deed): Promise<Deed | undefined> {
  const list = await at.world.call('optionList', [tab.next, at.id])
  tab.next = Math.max(tab.next, list.next)
  const hit = list.items.filter((i) => i.name.trim().toLowerCase() === text.trim().toLowerCase())
  if (hit.length !== 1) return undefined
  const target = await aimAt(tab, {
    world: at.world,
    id: hit[0]!.id,
    via: at.via,
    name: hit[0]!.name,
    kind: hit[0]!.kind,
  })
  await clickAt(tab, target.x, target.y)
  return { ...typed, say: [`chose "${hit[0]!.name}" from what it offered`] }
}

async function submit(
  desk: Desk,
  tab: Tab,
  how: boolean | string,
  last: Place | undefined,
  deed: Deed,
  signal: AbortSignal,
): Promise<void> {
  deed.proven = false
  deed.listens = true
  if (typeof how === 'string' && how.trim().toLowerCase() !== 'true') {
    const button = await locate(desk, tab, how, 'click', signal)
    if (!('id' in button)) throw new Refusal('E_TARGET', `"${how}" is no element to submit with.`)
    const target = await aimAt(tab, button)
    deed.point = { x: target.x, y: target.y }
    deed.say!.push(`submitted with [${button.id}] "${button.name}"`)
    await through(deed, () => clickAt(tab, target.x, target.y))
    return
  }
  const id = last ? ((await last.world.evaluate(`deskhand.submitOf(${last.id})`)) as number) : 0
  if (last && id) {
    tab.next = Math.max(tab.next, id + 1)
    const name = (await last.world.call('describeId', [id]))?.name ?? ''
    const target = await aimAt(tab, { world: last.world, id, via: 'number', name, kind: 'button' })
    deed.point = { x: target.x, y: target.y }
    deed.say!.push(`submitted with [${id}] "${name}"`)
    await through(deed, () => clickAt(tab, target.x, target.y))
    return
  }
  deed.say!.push('submitted with Enter')
  await through(deed, () => tab.ask(() => tab.page.keyboard.press('Enter')))
}
