import type { Ui } from '../../lib/ui-store.ts'

/** What of a key press matters here; a React event fits once its `nativeEvent` gave `isComposing`. */
export interface KeyPress {
  key: string
  keyCode: number
  isComposing: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/**
 * What Enter means in the composer. An input method uses Enter to choose a word; Safari ends the composition before
 * it reports that very key, and then only the key code 229 gives it away.
 */
export function sendKeyOf(press: KeyPress, sendKey: Ui['sendKey']): 'send' | 'queue' | undefined {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229) return undefined
  const mod = press.ctrlKey || press.metaKey
  if (mod && press.shiftKey) return 'queue'
  if (mod) return 'send'
  return press.shiftKey || sendKey === 'mod-enter' ? undefined : 'send'
}
