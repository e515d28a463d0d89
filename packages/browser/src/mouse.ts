import { Refusal } from './refusal.ts'
import type { Tab } from './tab.ts'

export const modifierNames: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  meta: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  super: 'Meta',
}
export function modifiers(words: readonly string[] | undefined): string[] {
  return (words ?? []).map((word) => {
    const name = modifierNames[word.toLowerCase()]
    if (!name) throw new Refusal('E_ARGUMENT', `"${word}" is no modifier. Use Control, Shift, Alt or Meta.`)
    return name
  })
}

const bits: Record<string, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }

/** The mouse comes to a point and rests there. */
export async function hoverAt(tab: Tab, x: number, y: number): Promise<void> {
  await tab.ask(() => tab.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }))
}

/**
 * A real click at a point of the viewport. Its parts are sent at once, so that a page that draws itself anew all the
 * time has no moment in between.
 */
export async function clickAt(
  tab: Tab,
  x: number,
  y: number,
  options: { button?: 'left' | 'right' | 'middle'; count?: number; keys?: readonly string[] } = {},
): Promise<void> {
  const { page, cdp } = tab
  const button = options.button ?? 'left'
  const keys = options.keys ?? []
  const held = keys.reduce((sum, key) => sum | (bits[key] ?? 0), 0)
  const buttons = button === 'left' ? 1 : button === 'right' ? 2 : 4
  for (const key of keys) await tab.ask(() => page.keyboard.down(key))
  try {
    await tab.ask(async () => {
      const sent = [cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers: held })]
      for (let clickCount = 1; clickCount <= (options.count ?? 1); clickCount++) {
        const common = { x, y, button, clickCount, modifiers: held }
        sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', buttons, ...common }))
        sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', buttons: 0, ...common }))
      }
      await Promise.all(sent)
    })
  } finally {
    for (const key of keys) await page.keyboard.up(key).catch(() => undefined)
  }
}
