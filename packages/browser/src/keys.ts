import { modifierNames } from './mouse.ts'
import { Refusal } from './refusal.ts'

const aliases: Record<string, string> = {
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  del: 'Delete',
  delete: 'Delete',
  ins: 'Insert',
  insert: 'Insert',
  backspace: 'Backspace',
  tab: 'Tab',
  space: 'Space',
  spacebar: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pgup: 'PageUp',
  pageup: 'PageUp',
  page_up: 'PageUp',
  pgdn: 'PageDown',
  pagedown: 'PageDown',
  page_down: 'PageDown',
  home: 'Home',
  end: 'End',
  plus: '+',
  minus: '-',
  contextmenu: 'ContextMenu',
  menu: 'ContextMenu',
  capslock: 'CapsLock',
  ...modifierNames,
}

/** `Control+a Tab Enter` → one list of presses, each as Playwright's keyboard takes it. */
export function readKeys(keys: string): string[] {
  const words = keys.trim().split(/\s+/).filter(Boolean)
  if (!words.length)
    throw new Refusal('E_ARGUMENT', 'No keys were given. Example: "Control+a Delete" or "Tab Tab Enter".')
  return words.map((word) => {
    const parts =
      word === '+' ? ['+'] : word.endsWith('++') ? [...word.slice(0, -2).split('+'), '+'] : word.split('+')
    return parts.map((part, i) => readKey(part, i < parts.length - 1, keys)).join('+')
  })
}
function readKey(part: string, modifier: boolean, all: string): string {
  const known = aliases[part.toLowerCase()]
  if (modifier) {
    if (known && /^(Control|Shift|Alt|Meta)$/.test(known)) return known
    throw new Refusal(
      'E_ARGUMENT',
      `"${part}" can't be held: only Control, Shift, Alt and Meta are combined with + ("${all}").`,
    )
  }
  if (known) return known
  if (/^f([1-9]|1[0-2])$/i.test(part)) return part.toUpperCase()
  if ([...part].length === 1) return part
  throw new Refusal(
    'E_ARGUMENT',
    `"${part}" is no key. A space makes a sequence, + combines: "Control+a", "Tab Tab Enter", "ArrowDown". To type words use browser_type.`,
  )
}
