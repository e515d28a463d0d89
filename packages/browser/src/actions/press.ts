import { act } from '../act.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { readKeys } from '../keys.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { through } from './click.ts'

/** Presses keys where the focus is; Enter and Escape answer an open dialog. */
export async function press(
  desk: Desk,
  tab: Tab,
  args: { keys: string },
  signal: AbortSignal,
): Promise<BrowserResult> {
  const keys = readKeys(args.keys)
  if (tab.dialog) return answerByKey(desk, tab, keys[0]!, signal)
  return act(desk, tab, signal, () =>
    through(
      { what: `pressed ${keys.join(' ')}`, listens: keys.some((k) => /Enter|Space/.test(k)) },
      async () => {
        for (const key of keys) await tab.ask(() => tab.page.keyboard.press(key))
      },
    ),
  )
}

async function answerByKey(desk: Desk, tab: Tab, key: string, signal: AbortSignal): Promise<BrowserResult> {
  if (key !== 'Enter' && key !== 'Escape' && key !== 'Space')
    throw new Refusal(
      'E_DIALOG_OPEN',
      `A dialog is open: only Enter (OK) and Escape (Cancel) mean something to it, not ${key}.`,
    )
  return answerDialog(desk, tab, key !== 'Escape', undefined, signal)
}

/** OK or Cancel, with what the page then does. */
export async function answerDialog(
  desk: Desk,
  tab: Tab,
  accept: boolean,
  text: string | undefined,
  signal: AbortSignal,
): Promise<BrowserResult> {
  const open = tab.dialog!
  const preset = open.type === 'prompt' && accept && text === undefined ? open.preset : text
  return act(desk, tab, signal, async () => {
    const done = await desk.dialogs.answer(tab, accept, preset)
    const how = accept ? (preset === undefined ? 'OK' : `"${preset}" and OK`) : 'Cancel'
    return {
      what: done
        ? `answered the ${open.type} "${open.text.slice(0, 200)}" with ${how}`
        : `the ${open.type} was already closed`,
      proven: done,
      listens: true,
    }
  })
}
