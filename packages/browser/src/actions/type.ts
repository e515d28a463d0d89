import { act, type Deed } from '../act.ts'
import { aimAt } from '../aim-at.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { locate } from '../locate.ts'
import { clickAt } from '../mouse.ts'
import type { Place } from '../place.ts'
import { printElement } from '../print.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { pause, until } from '../time.ts'
import { through } from './click.ts'
import { answerDialog } from './press.ts'

export interface TypeArgs {
  text: string
  target?: string
  enter?: boolean
  clear?: boolean
}

/** Types as a person does, reads back what then stands in the field, and says when it is something else. */
export async function type(
  desk: Desk,
  tab: Tab,
  args: TypeArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  if (args.target?.trim().toLowerCase() === 'dialog' || (tab.dialog && args.target === undefined)) {
    if (!tab.dialog) throw new Refusal('E_NO_DIALOG', 'No dialog is open in this tab.')
    if (tab.dialog.type !== 'prompt')
      throw new Refusal(
        'E_DIALOG_OPEN',
        `The open dialog is a ${tab.dialog.type}: it takes no text. Use browser_press Enter or Escape.`,
      )
    return answerDialog(desk, tab, true, args.text, signal)
  }
  const at =
    args.target === undefined ? await focused(tab) : await locate(desk, tab, args.target, 'field', signal)
  if (at && !('id' in at)) {
    return act(desk, tab, signal, () =>
      through(
        { what: `clicked at ${Math.round(at.x)},${Math.round(at.y)} and typed`, via: at.via, point: at },
        async () => {
          await clickAt(tab, at.x, at.y)
          await typeKeys(tab, args.text)
          if (args.enter) await tab.ask(() => tab.page.keyboard.press('Enter'))
        },
      ),
    )
  }
  return act(desk, tab, signal, async () => {
    const deed: Deed = at
      ? await typeInto(tab, at, args.text, {
          clear: args.clear ?? true,
          focus: args.target !== undefined,
          wait: !args.enter,
        })
      : { what: 'typed into what has focus' }
    if (!at) await typeKeys(tab, args.text)
    if (args.enter) {
      deed.what += ' and pressed Enter'
      deed.proven = false
      deed.listens = true
      await through(deed, () => tab.ask(() => tab.page.keyboard.press('Enter')))
    }
    return deed
  })
}

async function focused(tab: Tab): Promise<Place | undefined> {
  for (const world of (await tab.frames()).reverse()) {
    const id = await world.call('focused', [tab.next]).catch(() => 0)
    tab.next = Math.max(tab.next, id + 1)
    if (!id) continue
    const info = await world.call('fieldInfo', [id])
    // A frame that holds the focus is listed by its parent too: the innermost field is meant.
    if (info && (info.way === 'text' || info.way === 'rich' || info.way === 'native'))
      return { world, id, via: 'number', name: info.name, kind: info.kind }
  }
  return undefined
}

/** Focus, clear, type, read back. The deed says what stands in the field afterwards. */
export async function typeInto(
  tab: Tab,
  at: Place,
  text: string,
  options: { clear: boolean; focus: boolean; wait: boolean },
): Promise<Deed> {
  const { world, id } = at
  const info = await world.call('fieldInfo', [id])
  const named = `[${id}]${info?.name ? ` "${info.name.slice(0, 60)}"` : ''}`
  if (!info) throw new Refusal('E_STALE', `${named} is no longer on the page.`)
  if (info.disabled) throw new Refusal('E_DISABLED', `${named} is disabled: nothing was typed.`)
  if (info.way === 'select' || info.way === 'check' || info.way === 'radio')
    throw new Refusal('E_WRONG_KIND', `${named} is a ${info.kind}: use browser_fill for it.`)
  if (info.way === 'file')
    throw new Refusal('E_WRONG_KIND', `${named} takes files: use browser_file with action "upload".`)
  if (info.readonly)
    throw new Refusal(
      'E_READONLY',
      `${named} is read-only: typing is ignored by the page. Click it; if a calendar or list opens, choose there.`,
    )
  const target = options.focus ? await aimAt(tab, at) : undefined
  const deed: Deed = {
    what: `typed into ${named}`,
    via: at.via,
    world,
    point: target,
    proven: true,
    say: at.note ? [at.note] : [],
  }
  if (info.way === 'native') {
    const set = await world.call('setNative', [id, text])
    if (!set.ok)
      throw new Refusal(
        'E_VALUE',
        `${named} does not take "${text}"${set.error ? `: ${set.error}` : ''}. It wants the format in the list (date YYYY-MM-DD, time HH:MM, colour #rrggbb).`,
      )
    deed.say!.push(`it now holds "${set.value}"`)
    return deed
  }
  await through(deed, async () => {
    if (target) await clickAt(tab, target.x, target.y)
    if (options.clear) await clearField(tab, at, info.value)
    await typeKeys(tab, text)
  })
  if (tab.dialog || tab.closed) return deed
  await readBack(at, text, info, options, deed)
  if (info.autocomplete && options.wait) await suggestions(tab, at, deed)
  return deed
}

async function clearField(tab: Tab, at: Place, value: string): Promise<void> {
  if (!value && (await at.world.call('fieldInfo', [at.id]))?.secret !== true) return
  await at.world.call('selectAll', [at.id])
  await tab.ask(() => tab.page.keyboard.press('Backspace'))
}

/** Key by key where the page may listen to keys; long and non-Latin text as an input method would give it. */
export async function typeKeys(tab: Tab, text: string): Promise<void> {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  for (const [i, line] of lines.entries()) {
    if (i) await tab.ask(() => tab.page.keyboard.press('Enter'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of what a keyboard has keys for.
    const latin = /^[\u0000-\u007e]*$/.test(line)
    if (latin && line.length <= 200) await tab.ask(() => tab.page.keyboard.type(line), 20_000)
    else if (line) await tab.ask(() => tab.page.keyboard.insertText(line), 20_000)
  }
}

async function readBack(
  at: Place,
  text: string,
  before: { value: string; secret: boolean; way: string },
  options: { clear: boolean },
  deed: Deed,
): Promise<void> {
  const now = await at.world.call('fieldInfo', [at.id]).catch(() => null)
  if (!now) {
    deed.proven = false
    return
  }
  if (now.secret) {
    const length = (await at.world.evaluate(`deskhand.readField(deskhand.byId(${at.id})).length`)) as number
    if (length !== text.length)
      deed.say!.push(`the field holds ${length} characters, ${text.length} were typed`)
    return
  }
  const fold = (s: string) => s.replace(/\s+/g, ' ').trim()
  const wanted = options.clear ? text : before.value + text
  if (fold(now.value) === fold(wanted) || (!options.clear && now.value.includes(text))) return
  if (options.clear && before.value && fold(now.value) === fold(before.value + text)) {
    // Some fields put back what select-all took out: set as a whole, once.
    const set = await at.world.call('setNative', [at.id, text])
    if (fold(set.value) === fold(text)) return
  }
  if (!now.value && text) {
    deed.outcome = 'failed'
    deed.code = 'E_NOT_TYPED'
    deed.proven = false
    deed.say!.push('the field is empty after typing: it did not take the text')
    return
  }
  if (now.value === before.value && text && before.way !== 'rich') {
    deed.outcome = 'failed'
    deed.code = 'E_NOT_TYPED'
    deed.proven = false
    deed.say!.push(`the field did not take the text: it still shows "${now.value.slice(0, 200)}"`)
    return
  }
  deed.say!.push(`the field shows "${now.value.slice(0, 200)}", you typed "${text.slice(0, 200)}"`)
  if (before.way === 'rich' && !fold(now.value).includes(fold(text))) {
    deed.outcome = 'failed'
    deed.code = 'E_NOT_TYPED'
  }
}

// What a field offers while one types comes a moment later, and is often the only thing that it accepts.
async function suggestions(tab: Tab, at: Place, deed: Deed): Promise<void> {
  const found = await until(
    async () => {
      const list = await at.world.call('optionList', [tab.next, at.id])
      tab.next = Math.max(tab.next, list.next)
      return list.items.length ? list : undefined
    },
    700,
    60,
  )
  if (!found) return
  await pause(120)
  const list = await at.world.call('optionList', [tab.next, at.id])
  tab.next = Math.max(tab.next, list.next)
  const url = await at.world.call('extractUrl', [])
  for (const item of list.items) tab.shown.set(item.id, { world: at.world, sig: item.sig, url })
  deed.say!.push(
    `it offers: ${list.items
      .slice(0, 10)
      .map((i) => printElement(i))
      .join(
        ' · ',
      )}${list.items.length > 10 ? ` … ${list.items.length} in all` : ''}. Click one if the field wants a choice.`,
  )
}
