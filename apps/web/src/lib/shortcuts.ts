const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Every shortcut there is: the page binds this list and Settings shows it. `mod` is ⌘ on a Mac, else Ctrl. */
export const shortcuts = [
  { id: 'search', keys: 'mod+k' },
  { id: 'newTask', keys: 'mod+shift+o' },
  { id: 'sideBar', keys: 'mod+b' },
  { id: 'computer', keys: 'mod+j' },
  { id: 'approve', keys: 'mod+enter' },
  { id: 'reject', keys: 'mod+shift+backspace' },
  { id: 'stop', keys: 'mod+.' },
  { id: 'live', keys: 'escape' },
  { id: 'help', keys: '?' },
] as const
export type ShortcutId = (typeof shortcuts)[number]['id']

/** Of the computer's time line, while it has focus. */
export const timelineKeys = [
  { id: 'previousCall', keys: '[' },
  { id: 'nextCall', keys: ']' },
  { id: 'toLive', keys: 'l' },
] as const

const names: Record<string, string> = isMac
  ? { mod: '⌘', shift: '⇧', enter: '⏎', backspace: '⌫', escape: 'Esc' }
  : { mod: 'Ctrl', shift: 'Shift', enter: 'Enter', backspace: 'Backspace', escape: 'Esc' }

export const keyNames = (keys: string): string =>
  keys
    .split('+')
    .map((key) => names[key] ?? key.toUpperCase())
    .join(isMac ? '' : '+')

export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>

/** Which shortcut a key press is. Without a modifier none fires while somebody writes. */
export function shortcutOf(press: Press, writing: boolean, mac = isMac): ShortcutId | undefined {
  if (press.isComposing || press.altKey) return undefined
  const mod = mac ? press.metaKey : press.ctrlKey
  return shortcuts.find(({ keys }) => {
    const parts = keys.split('+')
    const key = parts.at(-1)
    if (parts.includes('mod') !== mod || (writing && !mod)) return false
    // A question mark is typed with Shift on most keyboards and without on some.
    if (key !== '?' && parts.includes('shift') !== press.shiftKey) return false
    return press.key.toLowerCase() === key
  })?.id
}
