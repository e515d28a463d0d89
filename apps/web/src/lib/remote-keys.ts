type SendKey = (keysym: number, code: string | null, down?: boolean) => void

let send: SendKey | null = null

/** The live screen says where keys go while it stands; null when it is gone. */
export const setRemoteKeys = (to: SendKey | null): void => {
  send = to
}

/** Presses keys together on the sandbox's keyboard: all down in order, then up again. X11 keysyms. */
export function pressRemote(keysyms: readonly number[]): void {
  for (const key of keysyms) send?.(key, null, true)
  for (const key of keysyms.toReversed()) send?.(key, null, false)
}

export const keysyms = {
  Escape: 0xff1b,
  Tab: 0xff09,
  Enter: 0xff0d,
  Backspace: 0xff08,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  F5: 0xffc2,
  Control: 0xffe3,
  Alt: 0xffe9,
} as const
